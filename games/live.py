"""Who listens to a game, and how its new state travels. The only sender.

A message is a hint and never the truth, for delivery is at most once: whoever opens a room joins first and reads the
database then, and every message carries the whole state.
"""

import logging
from collections import Counter
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

# How many sockets of spectators this process holds, by the code of the game.
_watchers: Counter[str] = Counter()


def publish(code: str, state: dict[str, Any]) -> None:
    """Sends the new public state of a game to its room. Never raises: what is stored stays stored."""
    try:
        async_to_sync(get_channel_layer().group_send)(_group(code), {"type": "game.state", "state": state})
    except Exception:
        logger.exception("could not publish the game %s", code)


async def join(code: str, channel: str) -> None:
    """Starts listening to a game, and hears how many watch it."""
    await get_channel_layer().group_add(_group(code), channel)
    await get_channel_layer().send(channel, _watchers_message(code))


async def leave(code: str, channel: str) -> None:
    """Stops listening."""
    await get_channel_layer().group_discard(_group(code), channel)


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
