"""Carries news between server processes through the channel layer, to which each process subscribes once.

A layer in memory serves one process, which has no other to tell. Failures are logged and raised nowhere: news is a
hint, and the next beat tells every page how its game stands.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer

from games.background import Background
from games.selectors.doodles import Doodle
from games.selectors.presence import Presence
from games.selectors.state import State
from games.selectors.tournaments import Change
from tictactoe_site.release import release

logger = logging.getLogger(__name__)

ROOMS = "rooms"  # the group of all processes
MOST = 256  # news in one message
PATIENCE = 3  # seconds for handing one over; what waits meanwhile is dropped if it fails
PAUSE = 0.02  # seconds between two: a message costs each process as much as ten moves, and few find a listener there
AGAIN = 1  # second until the next try to subscribe
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
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


def send_now(news: News) -> None:
    """Tells all processes from one without sockets, such as a command. Raises what the layer raises."""
    async_to_sync(_send)([news], "")


class Relay:
    """Sends the news of this process to the others, in the event loop it was made in, and brings theirs.

    `deliver` is called with each piece of news from elsewhere; `wanted` says whether a game has a listener here.
    """

    def __init__(self, deliver: Callable[[News], None], wanted: Callable[[str], bool]) -> None:
        self.deliver = deliver
        self.wanted = wanted
        self.name = uuid.uuid4().hex
        self.outbox: list[News] = []
        self.sending = Background(self._send)
        self.receiving = asyncio.create_task(self._receive())

    def send(self, news: Iterable[News]) -> None:
        """Sends news, with the next message if one is under way."""
        self.outbox += news
        self.sending.start()

    async def _send(self) -> None:
        while self.outbox:
            batch, self.outbox = self.outbox[:MOST], self.outbox[MOST:]
            try:
                await _send(batch, self.name)
            except Exception:
                logger.exception("the other processes could not be told of %d changes", len(batch + self.outbox))
                self.outbox.clear()
            await asyncio.sleep(PAUSE)

    async def _receive(self) -> None:
        layer, channel = _layer(), None
        while True:
            try:
                channel = channel or await layer.new_channel()
                await layer.group_add(ROOMS, channel)
                break
            except Exception:
                logger.exception("the news of the other processes could not be subscribed to")
                await asyncio.sleep(AGAIN)
        while True:
            try:
                message = await layer.receive(channel)
            except Exception:
                logger.exception("the news of the other processes did not come")
                await asyncio.sleep(AGAIN)  # it may fail at once, again and again
            else:
                self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
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
        if self.wanted(code):
            self.deliver(News(code, kind, KINDS[kind].from_message(told)))


def _layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    assert layer is not None  # as the settings have it
    return layer


async def _send(batch: list[News], sender: str) -> None:
    news = [(code, kind, told.as_message()) for code, kind, told in batch]
    message = {"type": "news", "sender": sender, "release": release(), "news": news}
    await asyncio.wait_for(_layer().group_send(ROOMS, message), PATIENCE)
