"""The websocket of a room: it turns frames into verbs, and news into fragments.

A frame from the page is JSON: {"do": "play", "cell": "4", "version": 7}, {"do": <another of verbs.VERBS>}, or
{"do": "ask", "text": "b"} with a question or a move typed by someone who plays by ear.
A frame to the page is JSON of one of these types:
  state     version, html: the room as this viewer sees it; news, said: the event to announce once, or "";
            calls: whether to notify a player who is not looking at the page; release, as in a beat: only in the first
            state and in answer to {"do": "look"}; meanwhile, own: only after this page's move, the room to show while
            the computer seems to think, and the move in words
  refused   message: the reason; and, if the room could be read, its version, html, news, said, calls and release
  watchers  text: the number of spectators in words, or ""
  answer    said: the answer to a question
  doodle    html, said: a player's doodle, as a slip of paper and in words; only for pages with ?doodles
  beat      see page_consumer.py
When a beat has a newer version, the page sends {"do": "look"}. The URL of its socket contains the `State.seen` that the
page shows (`?seen=`), so that each missed event is announced exactly once. `news` appears on the page; `said` is for
screen readers only, because the board shows the same: see play/words/news.py.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.features import parts
from games.play import batching, tabs, verbs
from games.play import page_consumer as page
from games.play.models import Status
from games.play.page_consumer import PageConsumer
from games.play.selectors.doodles import Doodle
from games.play.selectors.games import games_by_code
from games.play.selectors.presence import NOBODY, Presence, presences_of
from games.play.selectors.state import State
from games.play.services import Turn
from games.play.words import doodles, fragments, questions, refusals
from games.play.words.board import chosen_of
from games.play.words.news import calls, news_since, said_since
from games.play.words.pov import Pov
from games.site import identity, metrics
from games.site.refusals import Refused
from games.site.threads import writing
from tictactoe_site.release import release


class RoomConsumer(PageConsumer):
    sockets = metrics.SOCKETS.labels("room")
    watching = reviewing = False
    doodling = False  # whether the page shows doodles
    seen = ""  # State.seen of the page when it connected
    write = ""  # the mark that the player has chosen to write, in games with that choice
    arrival_known = False  # whether the page has announced the opponent's arrival
    acting = ""  # the "do" of this page's frame that is being processed
    shown: State | None = None
    presence = NOBODY
    counted: tabs.Key | None = None  # the key under which `tabs` counts this page, if any
    on_leave: Sequence[Callable[[], None]] | None = None  # features' callbacks for when a player's page closes

    @staticmethod
    def read_beats(rooms: list[str]) -> dict[str, tuple[int, Presence]]:
        """Return each room's version and presence."""
        games = games_by_code(rooms)
        presences = presences_of(games.values())
        return {code: (game.version, presences[code]) for code, game in games.items()}

    def room_for(self, query: dict[str, list[str]]) -> str:
        self.watching, self.reviewing, self.doodling = "watch" in query, "review" in query, "doodles" in query
        self.seen, self.write = query.get("seen", [""])[0], query.get("write", [""])[0]
        return self.code

    async def answer(self, text: str | None) -> None:
        received_at, begun = timezone.now(), time.perf_counter()
        try:
            frame = self.parse(text)
            acting = frame["do"]
            if frame["do"] == "ask":
                frame = self.typed_move(frame) or frame
            if frame["do"] == "look":
                await self.look()
            elif frame["do"] == "ask":
                words = self.in_language(questions.answer, self.pov(), str(frame.get("text", "")))
                await self.send_json(type="answer", said=words)
            else:
                if frame["do"] in verbs.COUNTED:
                    address = identity.address_of_scope(self.scope)
                    await asyncio.to_thread(verbs.count, frame["do"], player=self.player, address=address)
                self.acting = acting
                await self.show(await self.perform(frame, received_at))
                if frame["do"] == "play":
                    self.allowance.count_move()
                    metrics.MOVE_SECONDS.observe(time.perf_counter() - begun)
        except Refused as refused:
            await self.look(refused)
        finally:
            self.acting = ""

    def typed_move(self, frame: dict[str, Any]) -> dict[str, Any] | None:
        """Return the frame of a typed move; None if the text is not a move."""
        pov = self.pov()
        move = self.in_language(questions.typed_move, pov, str(frame.get("text", "")))
        return move and {"do": "play", "version": pov.state.version, **move}

    async def perform(self, frame: dict[str, Any], received_at: datetime) -> State:
        seen = self.shown
        with page.waiting.place():
            if frame["do"] == "play" and seen and frame.get("version") == seen.version:
                return await batching.play(Turn(seen, self.player, verbs.move_of(frame), received_at))
            perform = writing(verbs.perform)
            return await perform(frame["do"], code=self.code, player=self.player, data=frame, received_at=received_at)

    # --- from the room to the page

    async def on_news(self, kind: str, payload: Any) -> None:
        if self.shown is None:  # the game could not be read
            return
        if kind == "state":
            await self.show(payload)
        elif kind == "presence":
            await self.on_presence(payload)
        elif kind == "doodle":
            await self.show_doodle(payload)

    async def on_heartbeat(self, data: tuple[int, Presence] | None) -> None:
        version, presence = data or (None, self.presence)
        await self.send_beat(version)
        if self.shown:
            await self.on_presence(presence)
            await self.track_presence(self.pov())

    async def look(self, refused: Refused | None = None) -> None:
        """Send the current room, with the reason for a refusal, if any."""
        with page.waiting.place():
            state, self.presence = await batching.read_room(self.code)
        before = self.shown or state.as_seen(self.seen, away=True)
        self.shown = max(filter(None, [state, self.shown]), key=lambda known: known.version)
        pov = self.pov()
        kind: dict[str, Any] = {"type": "state"}
        if refused:
            kind = {"type": "refused", "message": self.in_language(refusals.in_words, refused, pov)}
        await self.send_room(pov, **kind, **self.events_since(pov, before), release=release())
        await self.send_watchers()
        await self.track_presence(pov)

    async def show(self, state: State) -> None:
        """Send the room unless the page already has this state or a newer one. A change made by this page arrives
        twice, as its answer and as news; only the first is sent."""
        if self.shown and (state == self.shown or state.version < self.shown.version):
            return
        before, self.shown = self.shown, state
        # A player who has just joined counts as present before their own page has connected.
        self.arrival_known |= before is not None and before.status == Status.WAITING
        pov = self.pov()
        meanwhile = pov.before_reply(before) if before and self.acting else None
        own = self.acting not in ("", "ask")  # a typed move is announced in words, unlike a press
        events = self.events_since(pov, meanwhile.state if meanwhile else before, own=own)
        if meanwhile:
            events["own"] = self.events_since(meanwhile, before, own=True)["said"]
        await self.send_room(pov, meanwhile, type="state", **events)
        if before and before.status == Status.WAITING != state.status and pov.spectator:
            self.leave()  # the invite is taken or cancelled, so nobody is reading it
            # This may be the joining player's old page, about to reload; the next beat decides how to count it.
            if self.player is None:
                return
        await self.track_presence(pov)

    async def on_presence(self, presence: Presence) -> None:
        """Update this page after a change of presence."""
        before, self.presence = self.presence, presence
        if presence == before:
            return
        if presence.watchers != before.watchers:
            await self.send_watchers()
        pov = self.pov()
        if pov.shown_presence != replace(pov, presence=before).shown_presence:
            news = self.in_language(news_since, pov, before, self.arrival_known)
            await self.send_room(pov, type="state", news=news, said=self.in_language(said_since, pov, before))

    async def show_doodle(self, doodle: Doodle) -> None:
        """Send a doodle if this page shows doodles."""
        if self.doodling:
            html, words = self.in_language(doodles.slip, doodle), self.in_language(doodles.said, self.pov(), doodle)
            await self.send_json(type="doodle", html=html, said=words)

    def events_since(self, pov: Pov, before: State | None, *, own: bool = False) -> dict[str, Any]:
        """Return the events since that state, as fields of a frame."""
        events = fragments.events_since(pov, before, self.language, own=own)
        return {**events, "calls": True} if before and calls(pov, before) else events

    async def send_room(self, pov: Pov, meanwhile: Pov | None = None, **frame: Any) -> None:
        if meanwhile:
            frame["meanwhile"] = fragments.render(meanwhile, self.language)
        await self.send_json(**frame, version=pov.state.version, html=fragments.render(pov, self.language))

    async def send_watchers(self) -> None:
        await self.send_json(type="watchers", text=fragments.watchers(self.presence.watchers, self.language))

    def pov(self) -> Pov:
        assert self.shown is not None
        marks = self.shown.marks_of(self.player.pk if self.player else None)
        write = chosen_of(self.shown.variant, self.write)
        return Pov(self.shown, marks, self.watching, self.presence, self.reviewing, write, self.speech)

    # --- the presence of this page

    async def track_presence(self, pov: Pov) -> None:
        """Count this page as a player's, an invite reader's or a spectator's, or not at all."""
        who = self.counts_as(pov)
        if not self.gone and who != self.counted:
            self.leave()
            self.counted = who
            if who:
                await tabs.arrive(who)
        if self.player and pov.marks and not self.gone and self.on_leave is None:
            callbacks = (part.arrive(pov.state, self.player.pk) for part in parts())
            self.on_leave = [callback for callback in callbacks if callback]

    def leave(self) -> None:
        """Stop counting this page."""
        if self.counted:
            tabs.leave(self.counted)
        for callback in self.on_leave or ():
            callback()
        self.counted = self.on_leave = None

    def counts_as(self, pov: Pov) -> tabs.Key | None:
        if pov.spectator:
            return (self.code, None) if pov.screen in ("board", "invited") else None
        # On one screen and against a computer, presence does not matter.
        return (self.code, self.player.pk) if self.player and pov.state.between_people else None
