"""Channels' layer through Redis, for a site of several processes, which goes on while Redis is away."""

import asyncio
import socket
import time
import uuid
from typing import Any, Final

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.asyncio import Connection, SSLConnection
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError

PATIENCE: Final = 3  # seconds for a connection
# A machine that is gone without a word is noticed within about ten seconds, also while something is on its way there.
NOTICED: Final = {socket.TCP_KEEPCNT: 3, socket.TCP_KEEPINTVL: 2} | {
    getattr(socket, name): value
    for name, value in {"TCP_KEEPIDLE": 5, "TCP_USER_TIMEOUT": 10_000}.items()  # macOS has not all
    if hasattr(socket, name)
}


class _Noticing:
    """A connection that tells a link that is dead from a wait that is over.

    The library takes the system's ETIMEDOUT for the end of its own wait and would read again at once, for ever: the
    process would freeze, and grow by gigabytes a minute.
    """

    async def read_response(self, *arguments: Any, **options: Any) -> Any:
        begun = time.monotonic()
        response = await super().read_response(*arguments, **options)  # type: ignore[misc]
        if response is None and time.monotonic() - begun < (options.get("timeout") or 0) / 2:
            raise ConnectionError("The link to Redis is dead.")
        return response


class Link(_Noticing, Connection):
    pass


class SecureLink(_Noticing, SSLConnection):
    pass


class RedisLayer(RedisPubSubChannelLayer):  # type: ignore[misc] # it has no types
    """The layer, at the address of a Redis server."""

    def __init__(self, url: str) -> None:
        host = {
            **parse_url(url),
            "connection_class": SecureLink if url.startswith("rediss:") else Link,
            "socket_timeout": None,
            "socket_connect_timeout": PATIENCE,
            "socket_keepalive": True,
            "socket_keepalive_options": NOTICED,
            "retry": Retry(NoBackoff(), 0),  # the layer tries again by itself
        }
        super().__init__(hosts=[host])

    def serialize(self, message: dict[str, Any]) -> bytes:
        serialized: bytes = super().serialize({**message, "told": message["told"].as_message()})
        return serialized

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Make a channel that only groups reach, so that a socket opens also while Redis is away."""
        channel = f"{prefix}{uuid.uuid4().hex}"
        self.channels[channel] = asyncio.Queue()
        return channel
