"""Who listens to a game, and how its new state travels. The only sender.

A message is a hint and never the truth, for delivery is at most once: whoever opens a room joins first and reads the
database then, and every message carries the whole state.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

# Reads what a beat tells of games, by their codes. Given by whoever joins, for this module knows no database.
Read = Callable[[list[str]], Awaitable[dict[str, dict[str, Any]]]]

# The sockets of this process by the code of the game they listen to.
_channels: dict[str, set[str]] = {}
_beating: asyncio.Task[None] | None = None


def publish(code: str, state: dict[str, Any]) -> None:
    """Sends the new public state of a game to its room. Never raises: what is stored stays stored."""
    _send(code, {"type": "game.state", "state": state})


def publish_presence(code: str, presence: dict[str, Any]) -> None:
    """Sends to the room who is in it now. Never raises."""
    _send(code, {"type": "game.presence", "presence": presence})


def _send(code: str, message: dict[str, Any]) -> None:
    try:
        async_to_sync(get_channel_layer().group_send)(_group(code), message)
    except Exception:
        logger.exception("could not publish the game %s", code)


async def join(code: str, channel: str, *, every: float, read: Read) -> None:
    """Starts listening to a game, which brings a beat with what `read` tells every so many seconds."""
    global _beating
    await get_channel_layer().group_add(_group(code), channel)
    _channels.setdefault(code, set()).add(channel)
    if _beating is None or _beating.done() or _beating.get_loop() is not asyncio.get_running_loop():
        _beating = asyncio.create_task(_beat(every, read))


async def leave(code: str, channel: str) -> None:
    """Stops listening. Leaving a room one has not joined changes nothing."""
    _channels.get(code, set()).discard(channel)
    if not _channels.get(code):
        _channels.pop(code, None)
    await get_channel_layer().group_discard(_group(code), channel)


async def _beat(every: float, read: Read) -> None:
    """While anybody listens, tells every socket of this process how its game stands: one reading for all of them.

    A page that hears nothing knows that its socket is dead; one that holds an older version asks for the state.
    """
    while _channels:
        await asyncio.sleep(every)
        try:
            told = await read(list(_channels))
        except Exception:
            logger.exception("could not read how games stand for a beat")
            told = {}
        for code, channels in list(_channels.items()):
            message = {"type": "game.beat", **told.get(code, {})}
            for channel in list(channels):
                try:
                    await get_channel_layer().send(channel, message)
                except Exception:
                    logger.exception("could not send a beat for the game %s", code)


def _group(code: str) -> str:
    return f"game.{code}"
