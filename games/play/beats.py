"""Send every open page of this process a heartbeat with the version of its game or tournament, read in batches. A page
that misses beats opens a new socket, and one with an older version requests the state: beats make up for lost news."""

import asyncio
import logging
import math
from collections import defaultdict
from contextvars import Context
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from games.site.background import Background
from games.site.threads import reading

if TYPE_CHECKING:
    from games.play.page_consumer import PageConsumer

logger = logging.getLogger(__name__)

ROOMS_AT_ONCE: Final = 50  # rooms per read, so that no move waits for all of them

_pages: defaultdict[str, set["PageConsumer"]] = defaultdict(set)  # by room
_sending: set[asyncio.Task[None]] = set()  # strong references: the event loop holds only weak ones


def add(page: "PageConsumer") -> None:
    """Start sending beats to a page."""
    _pages[page.room].add(page)
    Context().run(_send_beats.start)  # an empty context, because the task outlives the socket that starts it


def discard(page: "PageConsumer") -> None:
    """Stop sending beats to a page. Idempotent."""
    _pages[page.room].discard(page)
    if not _pages[page.room]:
        del _pages[page.room]


@reading
def read(rooms: list[str]) -> dict[str, Any]:
    """Return the data of each room's next beat."""
    readers = {room: pages[0].read_beats for room in rooms if (pages := list(_pages.get(room, ())))}
    data = dict[str, Any]()
    for reader in set(readers.values()):
        data |= reader([room for room in readers if readers[room] == reader])
    return data


@Background
async def _send_beats() -> None:
    while _pages:
        await _send_round(settings.BEAT)


async def _send_round(seconds: float) -> None:
    """Send one beat to every room, spread over this many seconds; rooms added meanwhile come last."""
    done: set[str] = set()
    data: dict[str, Any] | None = {}
    end = asyncio.get_running_loop().time() + seconds
    while left := [room for room in _pages if room not in done]:
        await asyncio.sleep((end - asyncio.get_running_loop().time()) / math.ceil(len(left) / ROOMS_AT_ONCE))
        batch = [room for room in _pages if room not in done][:ROOMS_AT_ONCE]
        # After a failed read the next would fail too, so the rest of this round is sent on time, without data.
        data = await _read_in_time(batch, seconds) if data is not None else None
        for room in batch:
            for page in _pages.get(room, ()):
                task = asyncio.create_task(_send_beat(page, (data or {}).get(room)))
                _sending.add(task)
                task.add_done_callback(_sending.discard)
        done.update(batch)


async def _read_in_time(rooms: list[str], seconds: float) -> dict[str, Any] | None:
    try:
        return await asyncio.wait_for(read(rooms), seconds)
    except TimeoutError:
        logger.warning("could not read games for a beat in time")
    except Exception:
        logger.exception("could not read games for a beat")
    return None


async def _send_beat(page: "PageConsumer", data: Any) -> None:
    """Send a beat to one page in its own task, so that a slow connection does not delay others."""
    try:
        await page.beat(data)
    except Exception:
        logger.exception("could not send a beat to a socket of %s", page.room)
