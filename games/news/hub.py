"""Brings the news of a game or a tournament to its listeners in this process, and through `relay` to the other
processes.

News may get lost and is only a hint: a socket joins first and reads the database then, and every state is the whole
state. All news is sent from here.
"""

import asyncio
import logging
import math
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context
from typing import Any, Protocol

from games.background import Background
from games.news import relay
from games.news.relay import News, Relay

logger = logging.getLogger(__name__)

AT_ONCE = 50  # games told at once in a beat; the others follow, so that no move waits for all of them


class Listener(Protocol):
    """A socket in a room."""

    async def hear(self, kind: str, told: Any) -> None:
        """Takes news of a `kind`: "state", "presence" or "doodle" of a game, with a State, a Presence or a Doodle;
        "tournament" with a Change; or a "beat", which is a pair of version and Presence, of a tournament the version
        alone."""


# Reads what a beat tells of games, by their codes. Each listener brings it, since this module reads no database.
Read = Callable[[list[str]], Awaitable[dict[str, Any]]]


def publish(code: str, kind: str, told: Any) -> None:
    """Tells a room a State, a Presence or a Doodle of its game, or a Change of its tournament, from any thread.

    Never raises: what is stored stays stored.
    """
    try:
        if _hub is not None and not _hub.loop.is_closed():
            _hub.publish(News(code, kind, told))
        elif relay.needed():
            relay.send_now(News(code, kind, told))
    except Exception:
        logger.exception("could not publish the game %s", code, extra={"game": code})


def join(code: str, listener: Listener, *, every: float, read: Read) -> None:
    """Starts listening to a game. Brings a beat with what `read` returns, once in `every` seconds."""
    global _hub
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = _Hub()
    _hub.join(code, listener)
    _hub.beating.start(every, read)


async def hears(code: str) -> None:
    """Waits until what other processes tell a game one has joined is heard here. What they told before is stored."""
    if _hub is not None and _hub.relay:
        await _hub.relay.hears(code)


def leave(code: str, listener: Listener) -> None:
    """Stops listening. Leaving a room one has not joined changes nothing."""
    if _hub is not None and code in _hub.rooms:
        _hub.leave(code, listener)


def listened(code: str) -> bool:
    """Whether anybody in this process listens to a game."""
    return _hub is not None and code in _hub.rooms


class _Hub:
    """The rooms of this process with their listeners, and the event loop they live in."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.rooms: dict[str, set[Listener]] = {}
        self.relay = Relay(self.deliver, self.rooms) if relay.needed() else None
        self.beating = Background(self.keep_beating)
        self.telling: set[asyncio.Task[None]] = set()  # the loop itself keeps no task alive
        self.published: deque[News] = deque()
        self.woken = False

    def join(self, code: str, listener: Listener) -> None:
        if code not in self.rooms:
            self.rooms[code] = set()
            if self.relay:
                self.relay.follow(code)
        self.rooms[code].add(listener)

    def leave(self, code: str, listener: Listener) -> None:
        self.rooms[code].discard(listener)
        if not self.rooms[code]:
            del self.rooms[code]
            if self.relay:
                self.relay.follow(code)

    def publish(self, news: News) -> None:
        """Hands news to the event loop, from any thread. The loop is woken once for all that comes until it wakes."""
        self.published.append(news)
        if not self.woken:
            self.woken = True
            # An empty context: the tasks started here would otherwise keep the context of a request, with its language
            # and its threads, after the request has ended.
            self.loop.call_soon_threadsafe(self.hand_out, context=Context())

    def hand_out(self) -> None:
        self.woken = False  # first, so that what is published from here on wakes the loop again
        batch = [self.published.popleft() for _ in range(len(self.published))]
        for news in batch:
            self.deliver(news)
        if self.relay:
            self.relay.send(batch)

    def deliver(self, news: News) -> None:
        """Tells each listener in a task of its own, so that a slow connection keeps no other waiting."""
        for listener in self.rooms.get(news.code, ()):
            task = self.loop.create_task(self.tell(listener, news))
            self.telling.add(task)
            task.add_done_callback(self.telling.discard)

    async def tell(self, listener: Listener, news: News) -> None:
        try:
            await listener.hear(news.kind, news.told)
        except Exception:
            logger.exception("could not tell a socket of the game %s", news.code, extra={"game": news.code})

    async def keep_beating(self, every: float, read: Read) -> None:
        """Tells every socket how its game stands, as long as there are any, with one reading for many games.

        A page that hears nothing knows that its socket is dead; one that holds an older version asks for the state.
        Each room is told once in a round of `every` seconds, a room that came during the round at its end.
        """
        while self.rooms:
            told: set[str] = set()
            known: dict[str, Any] | None = {}
            end = self.loop.time() + every
            while left := [code for code in self.rooms if code not in told]:
                await asyncio.sleep((end - self.loop.time()) / math.ceil(len(left) / AT_ONCE))
                part = [code for code in self.rooms if code not in told][:AT_ONCE]
                # If one reading fails, the next would too: the round goes on without, or beats would come too late.
                known = await self.read(read, part, every) if known is not None else None
                for code in part:
                    self.deliver(News(code, "beat", (known or {}).get(code)))
                told.update(part)

    async def read(self, read: Read, codes: list[str], patience: float) -> dict[str, Any] | None:
        try:
            return await asyncio.wait_for(read(codes), patience)
        except TimeoutError:  # the next beat heals it
            logger.warning("could not read in time how games stand for a beat")
        except Exception:
            logger.exception("could not read how games stand for a beat")
        return None


_hub: _Hub | None = None
