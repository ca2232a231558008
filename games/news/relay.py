"""Carries news between server processes through Redis: that of a room to those in which somebody listens to it.

Each process subscribes to the channels of its rooms. Who has news asks Redis first whether anybody else listens, so a
room whose people are all in one process costs the others nothing. One process alone has nobody to tell, and no Redis.
Failures are logged and raised nowhere: news is a hint, and the next beat tells every page how its game stands.
"""

import asyncio
import logging
import socket
import uuid
from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import msgpack
from asgiref.sync import async_to_sync
from django.conf import settings

from games.background import Background
from games.selectors.doodles import Doodle
from games.selectors.presence import Presence
from games.selectors.state import State
from games.selectors.tournaments import Change
from tictactoe_site.release import release

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

logger = logging.getLogger(__name__)

ROOM = "tictactoe:room:{}"  # the channel of a room
EVERY_ROOM = "asgi__group__rooms"  # that of all processes
# Releases before 1.1 listen to no other, so as long as one of them is at work all news goes there. It is one that is in
# that channel and not in this, in which nothing is told.
KNOWING = "tictactoe:rooms"
MOST = 256  # news told at once
PATIENCE = 3  # seconds for telling it; what waits meanwhile is dropped if it fails
PAUSE = 0.02  # seconds between two times: to ask Redis costs as much as some moves
SOON = 0.5  # seconds until a room is heard, unless something is wrong with Redis
AGAIN = 1  # second until the next try to subscribe
# A machine that is gone without a word is noticed within about ten seconds, also while something is on its way there.
NOTICED = {socket.TCP_KEEPCNT: 3, socket.TCP_KEEPINTVL: 2} | {
    getattr(socket, name): value
    for name, value in {"TCP_KEEPIDLE": 5, "TCP_USER_TIMEOUT": 10_000}.items()  # macOS has not all
    if hasattr(socket, name)
}
KINDS: dict[str, type[State] | type[Presence] | type[Doodle] | type[Change]] = {
    "state": State,
    "presence": Presence,
    "doodle": Doodle,
    "tournament": Change,
}


class News(NamedTuple):
    """What is told to the room of a game. `kind` is one of KINDS."""

    code: str
    kind: str
    told: Any


def needed() -> bool:
    """Whether there may be other processes."""
    return bool(settings.REDIS_URL)


def send_now(news: News) -> None:
    """Tells other processes from one without sockets, such as a command. Raises what Redis raises."""
    async_to_sync(_tell_once)(news)


class Relay:
    """Sends the news of this process to the others, in the event loop it was made in, and brings theirs.

    `deliver` is called with each piece of news from elsewhere. `rooms` are those with listeners here; `follow` is to be
    called where one comes or goes.
    """

    def __init__(self, deliver: Callable[[News], None], rooms: Collection[str]) -> None:
        self.deliver = deliver
        self.rooms = rooms
        self.name = uuid.uuid4().hex
        self.redis = _client()
        self.outbox: list[News] = []
        self.changed: set[str] = set()  # rooms that have come or gone
        self.heard: set[str] = set()  # rooms that this process is subscribed to, as Redis has confirmed
        self.confirmed: dict[str, asyncio.Future[None]] = {}  # for who waits until a room is heard
        self.ears: PubSub | None = None  # None while Redis is away
        self.tried = asyncio.Event()  # whether Redis has been reached, or not, for the first time
        self.sending = Background(self._send)
        self.following = Background(self._follow)
        self.receiving = asyncio.create_task(self._receive())

    def send(self, news: Iterable[News]) -> None:
        """Sends news, with what waits if something is under way."""
        self.outbox += news
        self.sending.start()

    def follow(self, room: str) -> None:
        """Takes notice that a room has come or gone."""
        self.changed.add(room)
        self.following.start()

    async def hears(self, room: str) -> None:
        """Waits until news of a room reaches this process. Gives up after a moment: then Redis is away."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SOON):
                await self.tried.wait()
                if room not in self.heard and self.ears:
                    confirmed = self.confirmed.setdefault(room, asyncio.get_running_loop().create_future())
                    await asyncio.wait([confirmed])

    async def _send(self) -> None:
        while self.outbox:
            batch, self.outbox = self.outbox[:MOST], self.outbox[MOST:]
            try:
                await tell(self.redis, batch, self.name, self.heard)
            except Exception:
                logger.exception("the other processes could not be told of %d changes", len(batch + self.outbox))
                self.outbox.clear()
            await asyncio.sleep(PAUSE)

    async def _follow(self) -> None:
        """Subscribes to rooms that have come, and no longer to those that have gone."""
        while self.changed and self.ears:
            changed, self.changed = self.changed, set()
            gone = {room for room in changed if room not in self.rooms}
            self.heard -= gone  # first, so that nobody is taken for this process
            for room in gone:
                self._confirm(room)  # nobody waits for it any more
            try:
                if come := changed - gone:
                    await self.ears.subscribe(*map(ROOM.format, come))
                if gone and self.ears:
                    await self.ears.unsubscribe(*map(ROOM.format, gone))
            except Exception:  # `_receive` notices it too, and begins again with all rooms
                logger.exception("the news of %d games could not be subscribed to", len(changed))

    async def _receive(self) -> None:
        async with self.redis:  # closes it at the end
            while True:
                try:
                    await self._listen()
                except Exception:
                    logger.exception("the news of the other processes did not come")
                    self.tried.set()
                await asyncio.sleep(AGAIN)  # it may fail at once, again and again

    async def _listen(self) -> None:
        """Takes in what comes on one connection until that fails."""
        async with _client() as redis, redis.pubsub() as ears:
            await ears.subscribe(EVERY_ROOM, KNOWING)
            try:
                self.ears, self.changed = ears, set(self.rooms)
                self.following.start()
                self.tried.set()
                # Not `listen`: it takes the network's "timed out" for a time it was to wait for itself, and asks again
                # and again at once, for ever.
                while message := await ears.get_message(timeout=None):
                    self._hear(message["type"], message["channel"].decode(), message["data"])
                raise ConnectionError("Redis has not answered for a while.")
            finally:
                self.ears = None
                self.heard.clear()

    def _hear(self, kind: str, channel: str, data: Any) -> None:
        room = channel.removeprefix(ROOM.format(""))
        if kind == "message":
            self._take(data)
        elif kind == "unsubscribe":
            self.heard.discard(room)
        elif kind == "subscribe":
            if room in self.rooms:
                self.heard.add(room)
            self._confirm(room)

    def _confirm(self, room: str) -> None:
        if confirmed := self.confirmed.pop(room, None):
            confirmed.set_result(None)

    def _take(self, data: bytes) -> None:
        try:
            message = dict(msgpack.unpackb(data))
        except Exception:  # each way of not being a message has its own
            logger.info("what came is no news: %r", data, exc_info=True)
            return
        if message.get("sender") == self.name:
            return
        for news in message.get("news", ()):
            try:
                self._bring(*news[: len(News._fields)])  # a newer release may have more to say
            except Exception:
                # During an update two releases are at work, and the next beat tells what one of them can't read.
                of = message.get("release")
                level = logging.ERROR if of == release() else logging.INFO
                logger.log(level, "news could not be read, of the release %s: %r", of, news, exc_info=True)

    def _bring(self, code: str, kind: str, told: dict[str, Any]) -> None:
        if code in self.rooms:
            self.deliver(News(code, kind, KINDS[kind].from_message(told)))


def _client() -> "Redis":
    from redis.asyncio import Redis  # here, for it takes long to load, and one process alone needs none
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    # A link that fails is opened again here, with all that belongs to it.
    retry = Retry(NoBackoff(), 0)
    client = Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=None,
        socket_connect_timeout=PATIENCE,
        socket_keepalive=True,
        socket_keepalive_options=NOTICED,
        retry=retry,
    )
    # Also if the address asks for them: the answer to one looks like a link that has failed, see `_listen`.
    client.connection_pool.connection_kwargs["health_check_interval"] = 0
    return client


async def _tell_once(news: News) -> None:
    async with _client() as redis:
        await tell(redis, [news], "", ())


async def tell(redis: "Redis", batch: list[News], sender: str, heard: Container[str]) -> None:
    """Tells news to the processes that listen. `heard` are the rooms that the sender is subscribed to itself."""
    rooms: dict[str, list[News]] = defaultdict(list)
    for news in batch:
        rooms[news.code].append(news)
    async with asyncio.timeout(PATIENCE):
        asked = await redis.pubsub_numsub(EVERY_ROOM, KNOWING, *map(ROOM.format, rooms))
        every, knowing, *counts = [count for _channel, count in asked]
        listening = {room: count for room, count in zip(rooms, counts, strict=True) if count > (room in heard)}
        if every > knowing:
            messages = {EVERY_ROOM: batch}
        elif sum(listening.values()) > every:  # one message to all is less
            messages = {EVERY_ROOM: [news for room in listening for news in rooms[room]]}
        else:
            messages = {ROOM.format(room): rooms[room] for room in listening}
        async with redis.pipeline(transaction=False) as pipe:
            for channel, told in messages.items():
                pipe.publish(channel, _packed(told, sender))
            await pipe.execute()  # nothing at all, if there is nobody to tell


def _packed(batch: list[News], sender: str) -> bytes:
    news = [(code, kind, told.as_message()) for code, kind, told in batch]
    packed: bytes = msgpack.packb({"type": "news", "sender": sender, "release": release(), "news": news})
    return packed
