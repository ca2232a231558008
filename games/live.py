"""Who listens to a game, and how its new state travels. The only sender.

A message is a hint and never the truth, for delivery is at most once: whoever opens a room joins first and reads the
database then, and every message carries the whole state.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

# Reads the versions of games by their codes. Given by whoever joins, for this module knows no database.
ReadVersions = Callable[[list[str]], Awaitable[dict[str, int]]]

# The sockets of this process by the code of the game they listen to.
_channels: dict[str, set[str]] = {}
_beating: asyncio.Task[None] | None = None

# How many sockets of spectators this process holds, by the code of the game.
_watchers: Counter[str] = Counter()


def publish(code: str, state: dict[str, Any]) -> None:
    """Sends the new public state of a game to its room. Never raises: what is stored stays stored."""
    try:
        async_to_sync(get_channel_layer().group_send)(_group(code), {"type": "game.state", "state": state})
    except Exception:
        logger.exception("could not publish the game %s", code)


async def join(code: str, channel: str, *, every: float, read: ReadVersions) -> None:
    """Starts listening to a game: hears how many watch it, and its version in a beat every so many seconds."""
    global _beating
    await get_channel_layer().group_add(_group(code), channel)
    await get_channel_layer().send(channel, _watchers_message(code))
    _channels.setdefault(code, set()).add(channel)
    if _beating is None or _beating.done() or _beating.get_loop() is not asyncio.get_running_loop():
        _beating = asyncio.create_task(_beat(every, read))


async def leave(code: str, channel: str) -> None:
    """Stops listening."""
    await get_channel_layer().group_discard(_group(code), channel)
    _channels.get(code, set()).discard(channel)
    if not _channels.get(code):
        _channels.pop(code, None)


async def _beat(every: float, read: ReadVersions) -> None:
    """While anybody listens, tells every socket of this process the version of its game: one query for all of them.

    A page that hears nothing knows that its socket is dead; one that holds an older version asks for the state.
    """
    while _channels:
        await asyncio.sleep(every)
        try:
            versions = await read(list(_channels))
        except Exception:
            logger.exception("could not read the versions of games for a beat")
            versions = {}
        for code, channels in list(_channels.items()):
            for channel in list(channels):
                try:
                    await get_channel_layer().send(channel, {"type": "game.beat", "version": versions.get(code)})
                except Exception:
                    logger.exception("could not send a beat for the game %s", code)


async def count_watcher(code: str, change: int) -> None:
    """Counts one spectator more (1) or less (-1) and tells the room."""
    _watchers[code] += change
    if _watchers[code] <= 0:
        del _watchers[code]
    await get_channel_layer().group_send(_group(code), _watchers_message(code))


def _watchers_message(code: str) -> dict[str, Any]:
    return {"type": "game.watchers", "count": _watchers.get(code, 0)}


def _group(code: str) -> str:
    return f"game.{code}"
