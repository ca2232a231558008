"""A channel layer through Redis, for a site of several processes. While Redis is down, news still reaches the sockets
of the same process."""

import asyncio
import logging
import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import Context
from functools import cache
from typing import Any, Final

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.asyncio import Connection, SSLConnection
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError

from games.features import parts
from games.play.news import MemoryLayer
from games.play.selectors.doodles import Doodle
from games.play.selectors.presence import Presence
from games.play.selectors.state import State
from games.site.background import Background

logger = logging.getLogger(__name__)

KINDS: Final[dict[str, type[Any]]] = {"state": State, "presence": Presence, "doodle": Doodle}
PROCESSES: Final = "processes"  # the Redis group of all processes
CONNECT_TIMEOUT: Final = 3  # seconds for a connection
SEND_TIMEOUT: Final = 3  # seconds, in case Redis is down
# Detect a dead machine within about ten seconds, even with data in flight.
KEEPALIVE: Final = {socket.TCP_KEEPCNT: 3, socket.TCP_KEEPINTVL: 2} | {
    getattr(socket, name): value
    for name, value in {"TCP_KEEPIDLE": 5, "TCP_USER_TIMEOUT": 10_000}.items()  # macOS lacks some of them
    if hasattr(socket, name)
}


class _DetectsDeadLink:
    """A connection that distinguishes a dead link from a timeout. redis-py mistakes the system's ETIMEDOUT for its own
    timeout, and would retry forever without a pause: the process would freeze and grow by gigabytes a minute."""

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
    """The in-memory layer, connected to those of other processes through Redis. All processes form one group of
    Channels' Redis layer: each receives the messages of the others once, several at a time."""

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
        self.redis = RedisPubSubChannelLayer(hosts=[host], prefix=f"tictactoe{host.get('db', 0)}")
        self.process = f"process.{uuid.uuid4().hex}"  # the Redis channel of this process
        self.receiving: asyncio.Task[None] | None = None
        self.subscribed = False
        self.unsent: list[tuple[str, dict[str, Any]]] = []  # news: groups and messages
        self.sending = Background(self._send_all)

    async def group_add(self, group: str, channel: str) -> None:
        await super().group_add(group, channel)
        if not self._is_receiving():
            self.redis.channels[self.process] = asyncio.Queue()  # local, so it works while Redis is down
            self.receiving = asyncio.create_task(self._receive_all(), context=Context())
            self.subscribed = False
        if not self.subscribed:
            await self.redis.group_add(PROCESSES, self.process)
            self.subscribed = True  # for good: redis-py subscribes again after a loss of the connection

    def _is_receiving(self) -> bool:
        return self.receiving is not None and self.receiving.get_loop() is asyncio.get_running_loop()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await super().group_send(group, message)
        news = group, {**message, "told": message["told"].as_message()}
        if self._is_receiving():
            self.unsent.append(news)
            self.sending.start()
        else:  # this event loop may end at once, as in a command
            await self._send([news])

    async def _send_all(self) -> None:
        """Send the waiting news. News that comes meanwhile is sent together."""
        while self.unsent:
            news, self.unsent = self.unsent, []
            await self._send(news)

    async def _send(self, news: list[tuple[str, dict[str, Any]]]) -> None:
        """Send news to the other processes."""
        try:
            async with asyncio.timeout(SEND_TIMEOUT):
                await self.redis.group_send(PROCESSES, {"from": self.process, "news": news})
        except Exception as failed:  # without a traceback, because every message may fail
            logger.error("news could not be sent to other processes: %r", failed)

    async def _receive_all(self) -> None:
        """Hand out messages from other processes, forever."""
        while True:
            with _unreadable_logged():
                received = await self.redis.receive(self.process)
                if received["from"] != self.process:
                    for group, message in received["news"]:
                        if group in self.groups:
                            await self._hand_out(group, message)

    async def _hand_out(self, group: str, message: dict[str, Any]) -> None:
        with _unreadable_logged():
            payload = _kinds()[message["kind"]].from_message(message["told"])
            await super().group_send(group, {**message, "told": payload})


@contextmanager
def _unreadable_logged() -> Iterator[None]:
    """Log news that cannot be read, because during an update processes of two releases run."""
    try:
        yield
    except Exception:
        logger.warning("news of another release could not be read", exc_info=True)


@cache
def _kinds() -> dict[str, type[Any]]:
    """Return the class of each kind of news."""
    return KINDS | {kind: kind_class for part in parts() for kind, kind_class in part.news.items()}
