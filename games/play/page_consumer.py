"""The base of the sockets of all pages: they listen to a room, take frames, and answer each.

A frame from the page is JSON with "do", a frame to the page JSON with a "type". Every page may ask to {"do": "look"},
and is sent a beat: {"type": "beat", "version": …, "release": …}. The version is null where it could not be read, and
tells a page that holds an older one to ask; a page with scripts of another release is loaded again. The first frame
that shows something names the release too, so that no page has to show what is made for other scripts.
"""

import json
import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.exceptions import ObjectDoesNotExist
from django.utils import translation
from django.utils.translation import gettext as _

from games.play import beats, news
from games.site import identity
from games.site.admission import Busy, Places
from games.site.chosen import named_language
from games.site.limits import TRY_AGAIN, Allowance, TooMany
from games.site.metrics import Gauge
from games.site.models import Player
from games.site.refusals import Reason, Refused
from games.site.threads import reading
from tictactoe_site.release import release

logger = logging.getLogger(__name__)

MAX_WAITING_SOCKETS = 2_000  # sockets of this process that may wait for the database: a second or two of work
LONGEST_FRAME = 2_000  # characters; ours have under 100
NO_SUCH_ROOM = 4404  # a close code the page takes as final

waiting = Places("sockets", MAX_WAITING_SOCKETS)
to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class PageConsumer(AsyncWebsocketConsumer):
    """The socket of one open page."""

    sockets: Gauge  # counts the sockets of this kind of page
    code = ""  # the game or tournament that the page shows
    room = ""  # whose beats the page is told
    rooms: frozenset[str] = frozenset()  # whose news it hears
    language = ""
    player: Player | None = None
    closing = False  # whether the socket is being closed; frames may still be on their way from it
    gone = False  # whether the socket has ended; news may still be on its way to it

    def __init__(self) -> None:
        super().__init__()
        self.allowance = Allowance()

    @staticmethod
    def read_beats(rooms: list[str]) -> dict[str, Any]:
        """Return for each room what a beat tells of it. Rooms that are gone are left out."""
        raise NotImplementedError

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Leave the room however the socket ends: closed, cancelled, or by an error."""
        self.sockets.inc()
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.sockets.dec()
            self.gone = True
            self.allowance.close()
            self.leave()
            beats.leave(self)
            await self.listen(frozenset())

    async def listen(self, rooms: frozenset[str]) -> None:
        """Listen to these rooms and to no other."""
        left, self.rooms = self.rooms - rooms, rooms
        for room in rooms:  # also where it listens already: Redis may have been away
            await news.join(room, self.channel_name)
        for room in left:
            await news.leave(room, self.channel_name)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message as Channels does, without its trip to a thread that looks for old database connections.

        It makes a move cost half as much again, and `live.threads` looks after connections itself.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        self.code = self.scope["url_route"]["kwargs"]["code"]
        query = parse_qs(self.scope["query_string"].decode("latin-1"), keep_blank_values=True)
        self.language = named_language(query.get("lang", [""])[0])
        self.room = self.room_for(query)
        await self.accept()
        try:
            await self.listen(frozenset({self.room}))
            beats.arrive(self)
            with waiting.one():
                self.player = await reading(identity.player_of_scope)(self.scope)
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
        """Close the socket. Frames that have come already are answered no more."""
        self.closing = True
        await super().close(code, reason)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer every frame. The socket stays open, however wrong the frame is.

        Only after a flood of frames, or if too many wait, it is closed; its page comes back and asks again.
        """
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
        """Take news of the room, as the channel layer brings it."""
        try:
            await self.on_news(message["kind"], message["told"])
        except Exception:  # the next beat heals it
            logger.exception("could not tell a socket of %s", self.room, extra=self.about)

    async def beat(self, told: Any) -> None:
        """Take what a beat tells: see beats.py."""
        await self.listen(self.rooms)
        await self.on_heartbeat(told)

    def parse(self, text: str | None) -> dict[str, Any]:
        """A frame as a dict. Raises Refused for anything else."""
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
        """Return a line for the log about this socket."""
        return {"game": self.code, "player": self.player.pk if self.player else None}

    # --- what each kind of page has of its own

    def room_for(self, query: dict[str, list[str]]) -> str:
        """The room that the page listens to. `query` is what its address asks for."""
        raise NotImplementedError

    async def look(self) -> None:
        """Send what the page shows as it is now. Raises ObjectDoesNotExist if there is no such thing."""
        raise NotImplementedError

    async def answer(self, text: str | None) -> None:
        """Answer a frame."""
        raise NotImplementedError

    async def on_news(self, kind: str, told: Any) -> None:
        """Take news of a `kind`: "state", "presence" or "doodle" of a game, or "tournament"."""
        raise NotImplementedError

    async def on_heartbeat(self, told: Any) -> None:
        """Take what a beat tells, or None if it could not be read."""
        raise NotImplementedError

    def leave(self) -> None:
        """Is called when the socket has ended."""

    # --- to the page

    def in_language(self, words: Callable[..., str], *arguments: Any) -> str:
        with translation.override(self.language):
            return words(*arguments)

    async def send_beat(self, version: int | None) -> None:
        await self.send_json(type="beat", version=version, release=release())

    async def send_json(self, **frame: Any) -> None:
        try:
            await self.send(to_json(frame))
        except Exception:  # each server has its own
            # The socket has closed a moment ago, and the message that says so is on its way.
            logger.debug("a socket of %s is gone", self.room, exc_info=True)
