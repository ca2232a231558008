"""Who listens to a game, and how its news travels. The only sender.

News is a hint and never the truth, for delivery is at most once: whoever opens a room joins first and reads the
database then, and every state is the whole state.

In one process news goes straight to its listeners. Where a channel layer joins several processes it goes through that,
as plain values, and each socket's consumer hands it on to the same listener.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

logger = logging.getLogger(__name__)


class Message(Protocol):
    """What is told: a State or a Presence."""

    def as_message(self) -> dict[str, Any]: ...


class Listener(Protocol):
    """A socket in a room. `channel_name` is where a channel layer reaches it."""

    channel_name: str

    async def hear(self, kind: str, news: Any) -> None:
        """`kind` says what news is: "state", "presence", or a "beat", which is a pair of version and Presence."""


# Reads what a beat tells of games, by their codes. Given by whoever joins, for this module knows no database.
Read = Callable[[list[str]], Awaitable[dict[str, Any]]]

# The listeners of this process by the code of the game, and the loop they live in.
_listeners: dict[str, set[Listener]] = {}
_loop: asyncio.AbstractEventLoop | None = None
_beating: asyncio.Task[None] | None = None
_delivering: set[asyncio.Task[None]] = set()


def publish(code: str, kind: str, news: Message) -> None:
    """Tells the room of a game, from any thread. Never raises: what is stored stays stored."""
    try:
        if _in_one_process():
            if _loop is not None and code in _listeners:
                _loop.call_soon_threadsafe(_start_delivery, code, kind, news)
        else:
            message = {"type": f"game.{kind}", "news": news.as_message()}
            async_to_sync(get_channel_layer().group_send)(_group(code), message)
    except Exception:
        logger.exception("could not publish the game %s", code)


async def join(code: str, listener: Listener, *, every: float, read: Read) -> None:
    """Starts listening to a game, which brings a beat with what `read` tells every so many seconds."""
    global _beating, _loop
    if not _in_one_process():
        await get_channel_layer().group_add(_group(code), listener.channel_name)
    _listeners.setdefault(code, set()).add(listener)
    _loop = asyncio.get_running_loop()
    if _beating is None or _beating.done() or _beating.get_loop() is not _loop:
        _beating = asyncio.create_task(_beat(every, read))


async def leave(code: str, listener: Listener) -> None:
    """Stops listening. Leaving a room one has not joined changes nothing."""
    _listeners.get(code, set()).discard(listener)
    if not _listeners.get(code):
        _listeners.pop(code, None)
    if not _in_one_process():
        await get_channel_layer().group_discard(_group(code), listener.channel_name)


def _in_one_process() -> bool:
    return isinstance(get_channel_layer(), InMemoryChannelLayer)


def _start_delivery(code: str, kind: str, news: Any) -> None:
    task = asyncio.create_task(_deliver(code, kind, news))
    _delivering.add(task)
    task.add_done_callback(_delivering.discard)


async def _deliver(code: str, kind: str, news: Any) -> None:
    for listener in list(_listeners.get(code, ())):
        try:
            await listener.hear(kind, news)
        except Exception:
            logger.exception("could not tell a socket of the game %s", code)


async def _beat(every: float, read: Read) -> None:
    """While anybody listens, tells every socket of this process how its game stands: one reading for all of them.

    A page that hears nothing knows that its socket is dead; one that holds an older version asks for the state.
    """
    while _listeners:
        await asyncio.sleep(every)
        try:
            told = await read(list(_listeners))
        except Exception:
            logger.exception("could not read how games stand for a beat")
            told = {}
        for code in list(_listeners):
            await _deliver(code, "beat", told.get(code))


def _group(code: str) -> str:
    return f"game.{code}"
