"""Tells every open page of this process now and then how its game or tournament stands, with one reading for many.

A page that hears nothing knows that its socket is dead; one that holds an older version asks for the state. So a beat
heals what news has not told.
"""

import asyncio
import logging
import math
from collections import defaultdict
from contextvars import Context
from typing import Any, Final, Protocol

from django.conf import settings

from games.play.models import Game
from games.play.selectors.presence import presences_of
from games.site.background import Background
from games.site.threads import reading
from games.tournaments.selectors.tournaments import code_of, versions_of

logger = logging.getLogger(__name__)

AT_ONCE: Final = 50  # rooms told at once; the others follow, so that no move waits for all of them


class Page(Protocol):
    """An open page of a room."""

    room: str

    async def beat(self, told: Any) -> None:
        """Take what `read` has found of the room, or None if it could not be read."""


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
    """Return for the room of a game its version and who is in it; for the room of a tournament its version."""
    tournaments = {code: room for room in rooms if (code := code_of(room))}
    codes = [room for room in rooms if room not in tournaments.values()]
    presences = presences_of(codes) if codes else {}
    versions = Game.objects.filter(code__in=codes).values_list("code", "version")
    told: dict[str, Any] = {code: (version, presences[code]) for code, version in versions}
    if tournaments:
        told |= {tournaments[code]: version for code, version in versions_of(tournaments).items()}
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
        await asyncio.sleep((end - asyncio.get_running_loop().time()) / math.ceil(len(left) / AT_ONCE))
        part = [room for room in _pages if room not in told][:AT_ONCE]
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
