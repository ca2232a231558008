"""A channel layer through Redis, for a site of several processes. While Redis is down, news still reaches the sockets
of the same process."""

import asyncio
import logging
import socket
import time
import uuid
from functools import cache
from typing import Any, Final

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.asyncio import Connection, SSLConnection
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError

from games.features import parts
from games.play.news.memory import MemoryLayer
from games.play.selectors.doodles import Doodle
from games.play.selectors.presence import Presence
from games.play.selectors.state import State

logger = logging.getLogger(__name__)

KINDS: Final[dict[str, type[Any]]] = {"state": State, "presence": Presence, "doodle": Doodle}
CONNECT_TIMEOUT: Final = 3  # seconds for a connection
# Detect a dead machine within about ten seconds, even with data in flight.
KEEPALIVE: Final = {socket.TCP_KEEPCNT: 3, socket.TCP_KEEPINTVL: 2} | {
    getattr(socket, name): value
    for name, value in {"TCP_KEEPIDLE": 5, "TCP_USER_TIMEOUT": 10_000}.items()  # macOS lacks some of them
    if hasattr(socket, name)
}


class _DetectsDeadLink:
    """A connection that distinguishes a dead link from a timeout.

    redis-py mistakes the system's ETIMEDOUT for its own timeout, and would retry forever without a pause: the process
    would freeze and grow by gigabytes a minute.
    """

    async def read_response(self, *arguments: Any, **options: Any) -> Any:
        begun = time.monotonic()
        response = await super().read_response(*arguments, **options)  # type: ignore[misc]
        if response is None and time.monotonic() - begun < (options.get("timeout") or 0) / 2:
            raise ConnectionError("The link to Redis is dead.")
        return response


class Link(_DetectsDeadLink, Connection):
    pass


class SecureLink(_DetectsDeadLink, SSLConnection):
    pass


class RedisLayer(MemoryLayer):
    """The in-memory layer, connected to those of other processes through Redis.

    Sockets of this process receive a message directly, even while Redis is down. Each other process receives it once,
    on one channel of Channels' Redis layer, and hands the same object to all its sockets.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        host = {
            **parse_url(url),
            "connection_class": SecureLink if url.startswith("rediss:") else Link,
            "socket_timeout": None,
            "socket_connect_timeout": CONNECT_TIMEOUT,
            "socket_keepalive": True,
            "socket_keepalive_options": KEEPALIVE,
            "retry": Retry(NoBackoff(), 0),  # the layer itself retries
        }
        self.redis = RedisPubSubChannelLayer(hosts=[host])
        self.bridge = ""  # the Redis channel on which this process receives messages for its rooms
        self.bridging: asyncio.Task[None] | None = None

    async def group_add(self, group: str, channel: str) -> None:
        await super().group_add(group, channel)
        if self.bridging is None or self.bridging.get_loop() is not asyncio.get_running_loop():
            self.bridge = f"bridge.{uuid.uuid4().hex}"
            self.redis.channels[self.bridge] = asyncio.Queue()  # local, so it works while Redis is down
            self.bridging = asyncio.create_task(self._bridge())
        await self.redis.group_add(group, self.bridge)

    async def group_discard(self, group: str, channel: str) -> None:
        await super().group_discard(group, channel)
        if group not in self.groups:
            await self.redis.group_discard(group, self.bridge)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await super().group_send(group, message)
        payload = message["told"].as_message()
        await self.redis.group_send(group, {**message, "told": payload, "room": group, "from": self.bridge})

    async def _bridge(self) -> None:
        """Forward messages from other processes, forever."""
        while message := await self.redis.receive(self.bridge):
            try:
                if message.pop("from") != self.bridge:
                    payload = _kinds()[message["kind"]].from_message(message["told"])
                    await super().group_send(message.pop("room"), {**message, "told": payload})
            except Exception:  # during an update, processes of two releases run
                logger.warning("news of another release could not be read: %r", message, exc_info=True)


@cache
def _kinds() -> dict[str, type[Any]]:
    """Return the class of each kind of news."""
    return KINDS | {kind: kind_class for part in parts() for kind, kind_class in part.news.items()}
