"""The base class of all pages' sockets: each listens to a room and answers frames.

Frames are JSON: those from the page have a "do", those to the page a "type". Every page may send {"do": "look"} to
request the state, and receives beats: {"type": "beat", "version": …, "release": …}. The version is null if it could not
be read. A page with an older version requests the state, and a page with scripts of another release reloads. The first
state contains the release too, so no page shows HTML made for other scripts.
"""

import json
import logging
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.exceptions import ObjectDoesNotExist
from django.utils import translation
from django.utils.translation import gettext as _

from games.play import beats, news
from games.site import identity
from games.site.admission import BoundedQueue, Busy
from games.site.limits import TRY_AGAIN, Allowance, TooMany
from games.site.metrics import Gauge
from games.site.models import Player
from games.site.preferences import named_language, preferences
from games.site.refusals import Reason, Refused
from games.site.speech import PLAIN, Speech, speaking
from games.site.threads import reading
from tictactoe_site.release import release

logger = logging.getLogger(__name__)

T = TypeVar("T")

MAX_WAITING_SOCKETS = 2_000  # in this process, waiting for the database: one or two seconds of work
LONGEST_FRAME = 2_000  # characters; the page's own frames have fewer than 100
NO_SUCH_ROOM = 4404  # a close code after which the page does not reconnect

waiting = BoundedQueue("sockets", MAX_WAITING_SOCKETS)
to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class PageConsumer(AsyncWebsocketConsumer):
    """The socket of one open page."""

    sockets: Gauge  # counts the sockets of this kind of page
    code = ""  # the game or tournament that the page shows
    room = ""  # the room whose beats the page receives
    rooms: frozenset[str] = frozenset()  # the rooms whose news the page receives
    language = ""
    speech = PLAIN
    player: Player | None = None
    closing = False  # whether the socket is being closed; frames may still be on their way from it
    gone = False  # whether the socket has ended; news may still be on its way to it

    def __init__(self) -> None:
        super().__init__()
        self.allowance = Allowance()

    @staticmethod
    def read_beats(rooms: list[str]) -> dict[str, Any]:
        """Return the data of each room's beat. Omits rooms that no longer exist."""
        raise NotImplementedError

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle the connection, and leave the room however the connection ends."""
        self.sockets.inc()
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.sockets.dec()
            self.gone = True
            self.allowance.close()
            self.leave()
            beats.discard(self)
            await self.listen(frozenset())

    async def listen(self, rooms: frozenset[str]) -> None:
        """Listen to exactly these rooms."""
        left, self.rooms = self.rooms - rooms, rooms
        for room in rooms:  # even those joined before, in case Redis was down
            await news.join(room, self.channel_name)
        for room in left:
            await news.leave(room, self.channel_name)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message without Channels' round trip to a thread that closes old database connections: the trip
        would make a move 50% more expensive, and `site.threads` manages connections itself."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        self.code = self.scope["url_route"]["kwargs"]["code"]
        query = parse_qs(self.scope["query_string"].decode("latin-1"), keep_blank_values=True)
        self.language = named_language(query.get("lang", [""])[0])
        self.speech = Speech.of(preferences(self.scope["cookies"]))
        self.room = self.room_for(query)
        await self.accept()
        try:
            await self.listen(frozenset({self.room}))
            beats.add(self)
            with waiting.place():
                self.player = await reading(identity.player_of_session)(self.scope["session"])
            pk, newcomer = self.player.pk if self.player else None, identity.is_newcomer(self.player)
            await self.allowance.open(pk, address=identity.address_of_scope(self.scope), newcomer=newcomer)
            await self.look()
        except ObjectDoesNotExist:
            await self.close(NO_SUCH_ROOM)
        except (Busy, TooMany):
            await self.close(TRY_AGAIN)
        except Exception:
            logger.exception("a socket of %s could not be opened", self.room, extra=self.about)
            await self.close(TRY_AGAIN)

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Close the socket. Frames already received are no longer answered."""
        self.closing = True
        await super().close(code, reason)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer every frame, even a malformed one. After a flood of frames, or if too many sockets wait, close the
        socket; the page then reconnects."""
        if self.closing:
            return
        try:
            self.allowance.spend()
            await self.answer(text_data)
        except Busy:
            await self.close(TRY_AGAIN)
        except TooMany as too_many:
            await self.send_json(type="refused", message=self.in_language(str, too_many))
            if self.allowance.flooded:
                await self.close(TRY_AGAIN)
        except Exception:
            logger.exception("a frame for %s failed", self.room, extra=self.about)
            await self.send_json(type="refused", message=self.in_language(_, "That didn’t go through. Try again."))

    async def room_news(self, message: dict[str, Any]) -> None:
        """Handle a "room.news" message from the channel layer."""
        try:
            await self.on_news(message["kind"], message["told"])
        except Exception:  # the next beat repairs this
            logger.exception("could not send news to a socket of %s", self.room, extra=self.about)

    async def beat(self, data: Any) -> None:
        """Handle a beat; see beats.py."""
        await self.listen(self.rooms)
        await self.on_heartbeat(data)

    def parse(self, text: str | None) -> dict[str, Any]:
        """Return a frame as a dict. Raises Refused if it is malformed."""
        if text is not None and len(text) <= LONGEST_FRAME:
            try:
                frame = json.loads(text)
            except (ValueError, RecursionError):
                frame = None
            if isinstance(frame, dict) and isinstance(frame.get("do"), str):
                return frame
        raise Refused(Reason.UNKNOWN_ACTION)

    @property
    def about(self) -> dict[str, Any]:
        """The fields that identify this socket in the log."""
        return {"game": self.code, "player": self.player.pk if self.player else None}

    # --- hooks for subclasses

    def room_for(self, query: dict[str, list[str]]) -> str:
        """Return the room that the page listens to. `query` is that of the socket's URL."""
        raise NotImplementedError

    async def look(self) -> None:
        """Send the current state of what the page shows. Raises ObjectDoesNotExist if it does not exist."""

    async def answer(self, text: str | None) -> None:
        """Answer a frame."""

    async def on_news(self, kind: str, payload: Any) -> None:
        """Handle news of a `kind`: "state", "presence" or "doodle" of a game, or "tournament"."""

    async def on_heartbeat(self, data: Any) -> None:
        """Handle the data of a beat, or None if it could not be read."""

    def leave(self) -> None:
        """Stop counting this page. Called when the socket has ended."""

    # --- to the page

    def in_language(self, words: Callable[..., T], *arguments: Any) -> T:
        """Call a function in this page's language and Speech."""
        with translation.override(self.language), speaking(self.speech):
            return words(*arguments)

    async def send_beat(self, version: int | None) -> None:
        await self.send_json(type="beat", version=version, release=release())

    async def send_json(self, **frame: Any) -> None:
        try:
            await self.send(to_json(frame))
        except Exception:  # each ASGI server raises its own
            # The socket has closed, but its disconnect message has not arrived yet.
            logger.debug("a socket of %s is gone", self.room, exc_info=True)
