"""The websocket of a room: thin, from frames to `actions` and from `live` to fragments.

A frame from the page is JSON: {"do": "play", "cell": 4, "version": 7} or {"do": <another verb of actions>}.
A frame to the page is JSON of one of these types:
  state     version, html: the room as this viewer sees it
  refused   message, version, html: why, and the true room
  watchers  count of spectators
  beat      version, or null where it could not be read: the socket is alive
The page answers a beat that tells of a newer version than it holds with {"do": "look"}.
"""

import json
import logging
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from games import actions, fragments, identity, live
from games.models import Game
from games.pov import Pov
from games.selectors import games_with_seats
from games.services import Reason, Refused
from games.state import State

logger = logging.getLogger(__name__)

LONGEST_FRAME = 2_000  # characters; ours have under 100
NO_SUCH_GAME = 4404  # a close code the page takes as final


@database_sync_to_async
def versions_of(codes: list[str]) -> dict[str, int]:
    return dict(Game.objects.filter(code__in=codes).values_list("code", "version"))


class RoomConsumer(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        self.code = self.scope["url_route"]["kwargs"]["code"]
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        asked = query.get("lang", [""])[0]
        self.language = asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        self.watching = "watch" in query
        self.counted = False
        self.shown: State | None = None
        await self.accept()
        await live.join(self.code, self.channel_name, every=settings.BEAT, read=versions_of)
        try:
            self.player, state = await self.read()
        except Game.DoesNotExist:
            await self.close(NO_SUCH_GAME)
            return
        await self.show(state)

    async def disconnect(self, code: int) -> None:
        await live.leave(self.code, self.channel_name)
        if self.counted:
            await live.count_watcher(self.code, -1)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answers every frame; whatever it holds, the socket stays open."""
        try:
            frame = self.parse(text_data)
            state = await self.perform(frame)
        except Refused as refused:
            await self.refuse(refused)
        except Exception:
            logger.exception("a frame for the game %s failed", self.code)
            await self.send_json(type="refused", message=self.in_language(_, "That didn’t go through. Try again."))
        else:
            await self.show(state)

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

    @database_sync_to_async
    def perform(self, frame: dict[str, Any]) -> State:
        if frame["do"] == "look":
            self.shown = None
            return State.of(games_with_seats().get(code=self.code))
        with translation.override(self.language):
            return actions.perform(frame["do"], code=self.code, player=self.player, data=frame)

    @database_sync_to_async
    def read(self) -> tuple[Any, State]:
        return identity.player_of_scope(self.scope), State.of(games_with_seats().get(code=self.code))

    # --- from the room to the page

    async def game_state(self, message: dict[str, Any]) -> None:
        await self.show(State.from_message(message["state"]))

    async def game_beat(self, message: dict[str, Any]) -> None:
        await self.send_json(type="beat", version=message["version"])

    async def game_watchers(self, message: dict[str, Any]) -> None:
        await self.send_json(type="watchers", count=message["count"])

    async def show(self, state: State) -> None:
        """Sends the room, unless the page has this state or a newer one."""
        if self.shown and (state == self.shown or state.version < self.shown.version):
            return
        self.shown = state
        pov = self.pov(state)
        await self.send_json(type="state", version=state.version, html=fragments.render(pov, self.language))
        watches = pov.spectator and pov.screen == "board"
        if watches != self.counted:
            self.counted = watches
            await live.count_watcher(self.code, 1 if watches else -1)

    async def refuse(self, refused: Refused) -> None:
        """Says why, with the true room."""
        self.player, state = await self.read()
        html = fragments.render(self.pov(state), self.language)
        await self.send_json(type="refused", message=self.in_language(str, refused), version=state.version, html=html)

    def pov(self, state: State) -> Pov:
        return Pov(state, state.marks_of(self.player.pk if self.player else None), self.watching)

    def in_language(self, words: Any, *arguments: Any) -> str:
        with translation.override(self.language):
            return words(*arguments)

    async def send_json(self, **frame: Any) -> None:
        await self.send(json.dumps(frame, ensure_ascii=False, separators=(",", ":")))
