"""Send news to rooms through Channels' channel layer: each room of a game or a tournament is a group. News may get
lost, so a socket joins the group before it reads the database, no message depends on an earlier one, and beats make up
for losses (play/beats.py)."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels import DEFAULT_CHANNEL_LAYER
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, channel_layers
from django.conf import settings

logger = logging.getLogger(__name__)

JOIN_TIMEOUT: Final = 0.5  # seconds; short, because a page waits

_loop: asyncio.AbstractEventLoop | None = None  # the event loop of this process's sockets


def publish(room: str, kind: str, payload: Any) -> None:
    """Send a message to a room, from any thread. `kind` is one of pubsub.KINDS or of a feature's `news`. Never raises,
    because the change is already stored."""
    try:
        message = {"type": "room.news", "kind": kind, "told": payload}
        if _loop is not None and _loop.is_running():
            asyncio.run_coroutine_threadsafe(send(room, message), _loop)
        elif settings.REDIS_URL:  # no socket has been opened here, as in a management command
            async_to_sync(send)(room, message)
    except Exception:
        logger.exception("could not send news to the room %s", room)


def layer() -> BaseChannelLayer:
    """Return the channel layer."""
    found: BaseChannelLayer = channel_layers[DEFAULT_CHANNEL_LAYER]
    return found


async def join(room: str, channel: str) -> None:
    """Add a channel to a room's group. A failure of Redis is logged, and the next beat retries."""
    global _loop
    _loop = asyncio.get_running_loop()
    with _logged_failure(room):
        async with asyncio.timeout(JOIN_TIMEOUT):
            await layer().group_add(room, channel)


async def leave(room: str, channel: str) -> None:
    """Remove a channel from a room's group."""
    with _logged_failure(room):
        await layer().group_discard(room, channel)


async def send(room: str, message: dict[str, Any]) -> None:
    """Send a message to a room's group."""
    with _logged_failure(room):
        await layer().group_send(room, message)


@contextmanager
def _logged_failure(room: str) -> Iterator[None]:
    """Log a failure of the channel layer, without a traceback, because every page may fail."""
    try:
        yield
    except Exception as failed:
        logger.error("the channel layer failed for the room %s: %r", room, failed)


class MemoryLayer(InMemoryChannelLayer):
    """Hands the same message object to all receivers. Channels' own layer copies it for each receiver, and on every
    send scans all channels for expired messages."""

    async def new_channel(self, prefix: str = "specific.") -> str:
        channel: str = await super().new_channel(prefix)
        self.channels[channel] = asyncio.Queue(self.get_capacity(channel))
        return channel

    async def receive(self, channel: str) -> dict[str, Any]:
        try:
            _until, message = await self.channels[channel].get()
        except asyncio.CancelledError:  # the socket has ended
            del self.channels[channel]
            raise
        return message

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        for channel in self.groups.get(group, ()):
            if channel in self.channels:
                with suppress(asyncio.QueueFull):
                    self.channels[channel].put_nowait((0, message))
