"""Send news to rooms through Channels' layer: each room of a game or a tournament is a group.

News may get lost: a socket joins the group before it reads the database, every message contains the whole state, and
heartbeats make up for losses (play/beats.py). Only this module sends news.
"""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels import DEFAULT_CHANNEL_LAYER
from channels.layers import BaseChannelLayer, channel_layers
from django.conf import settings

logger = logging.getLogger(__name__)

SEND_TIMEOUT: Final = 3  # seconds for a send, in case Redis is down
JOIN_TIMEOUT: Final = 0.5  # seconds for joining, because a page waits

_loop: asyncio.AbstractEventLoop | None = None  # the event loop of this process's sockets


def publish(room: str, kind: str, payload: Any) -> None:
    """Send a message to a room, from any thread. `kind` is one of pubsub.KINDS or of a feature's `news`.

    Never raises, because the change is already stored.
    """
    try:
        message = {"type": "room.news", "kind": kind, "told": payload}
        if _loop is not None and _loop.is_running():
            asyncio.run_coroutine_threadsafe(tell(room, message), _loop)
        elif settings.REDIS_URL:  # a management command, or a process that has had no sockets
            async_to_sync(tell)(room, message)
    except Exception:
        logger.exception("could not tell the room %s", room)


def layer() -> BaseChannelLayer:
    """Return the channel layer."""
    found: BaseChannelLayer = channel_layers[DEFAULT_CHANNEL_LAYER]
    return found


async def join(room: str, channel: str) -> None:
    """Add a channel to a room's group. A failure of Redis is logged, and the next beat retries."""
    global _loop
    _loop = asyncio.get_running_loop()
    await _tried(room, layer().group_add(room, channel), JOIN_TIMEOUT)


async def leave(room: str, channel: str) -> None:
    """Remove a channel from a room's group."""
    await _tried(room, layer().group_discard(room, channel), JOIN_TIMEOUT)


async def tell(room: str, message: dict[str, Any]) -> None:
    """Send a message to a room's group."""
    await _tried(room, layer().group_send(room, message), SEND_TIMEOUT)


async def _tried(room: str, asked: Awaitable[None], seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await asked
    except Exception as failed:  # no traceback, because every page may cause one
        logger.error("the channel layer failed for the room %s: %r", room, failed)
