"""Send every open page of this process a heartbeat with the version of its game or tournament, reading many at once.

A page that hears nothing knows that its socket is dead; one with an older version asks for the state. So a beat heals
what news has not told.
"""

import asyncio
import logging
import math
from collections import defaultdict
from collections.abc import Callable
from contextvars import Context
from typing import Any, Final, Protocol

from django.conf import settings

from games.site.background import Background
from games.site.threads import reading

logger = logging.getLogger(__name__)

ROOMS_AT_ONCE: Final = 50  # rooms told at once; the others follow, so that no move waits for all of them


class Page(Protocol):
    """An open page of a room."""

    room: str

    @staticmethod
    def read_beats(rooms: list[str]) -> dict[str, Any]:
        """Return by their room what pages of this kind are told of these."""

    async def beat(self, told: Any) -> None:
        """Take what `read_beats` has found of its room, or None if it could not be read."""


_pages: defaultdict[str, set[Page]] = defaultdict(set)  # by room
_telling: set[asyncio.Task[None]] = set()  # the loop itself keeps no task alive


def arrive(page: Page) -> None:
    """Begin to tell a page."""
    _pages[page.room].add(page)
    Context().run(_keep.start)  # an empty one: the task outlives the socket that begins it


def leave(page: Page) -> None:
    """Tell a page no more. Do nothing if it was not told."""
    _pages[page.room].discard(page)
    if not _pages[page.room]:
        del _pages[page.room]


@reading
def read(rooms: list[str]) -> dict[str, Any]:
    """Return for each room what its pages are told."""
    by_reader = defaultdict[Callable[[list[str]], dict[str, Any]], list[str]](list)
    for room in rooms:
        for page in _pages.get(room, ()):
            by_reader[page.read_beats].append(room)
            break
    told = dict[str, Any]()
    for reader, some in by_reader.items():
        told |= reader(some)
    return told


@Background
async def _keep() -> None:
    while _pages:
        await _round(settings.BEAT)


async def _round(seconds: float) -> None:
    """Tell each room once within so many seconds, one that has come meanwhile at the end."""
    told: set[str] = set()
    known: dict[str, Any] | None = {}
    end = asyncio.get_running_loop().time() + seconds
    while left := [room for room in _pages if room not in told]:
        await asyncio.sleep((end - asyncio.get_running_loop().time()) / math.ceil(len(left) / ROOMS_AT_ONCE))
        part = [room for room in _pages if room not in told][:ROOMS_AT_ONCE]
        # If one reading fails, the next would too: the round goes on without, or beats would come too late.
        known = await _read_in_time(part, seconds) if known is not None else None
        for room in part:
            for page in _pages.get(room, ()):
                task = asyncio.create_task(_tell(page, (known or {}).get(room)))
                _telling.add(task)
                task.add_done_callback(_telling.discard)
        told.update(part)


async def _read_in_time(rooms: list[str], seconds: float) -> dict[str, Any] | None:
    try:
        return await asyncio.wait_for(read(rooms), seconds)
    except TimeoutError:
        logger.warning("could not read in time how games stand for a beat")
    except Exception:
        logger.exception("could not read how games stand for a beat")
    return None


async def _tell(page: Page, told: Any) -> None:
    """Tell a page, in a task of its own, so that a slow connection keeps no other waiting."""
    try:
        await page.beat(told)
    except Exception:
        logger.exception("could not tell a socket of %s", page.room)
