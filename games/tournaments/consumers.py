"""The websocket of a tournament page, which only receives states. A frame to the page is a "state", with the tournament
as HTML for this viewer, its version and the release; "refused", with a message on why a request was refused; or a
"beat", as in play/page_consumer.py. All pages in this process share one database read per change. A page that would not
change receives nothing."""

import asyncio
import logging
from typing import Any

from django.core.exceptions import ObjectDoesNotExist

from games.play.page_consumer import NO_SUCH_ROOM, PageConsumer
from games.play.words import refusals
from games.site import identity, limits, metrics
from games.site.background import Background
from games.site.refusals import Reason, Refused
from games.site.sharing import Shared
from games.site.threads import reading, rendering
from games.tournaments import presence
from games.tournaments.models import Tournament
from games.tournaments.selectors.tournaments import TournamentState, code_expired, tournament_state, versions_of
from games.tournaments.services.news import ROOM_PREFIX, room_of
from games.tournaments.words import entrants
from games.tournaments.words.entrants import EntrantPov
from tictactoe_site.release import release

logger = logging.getLogger(__name__)


# Takes a tournament's code; raises Tournament.DoesNotExist.
current_state = Shared[str, TournamentState](lambda code: reading(tournament_state)(code=code))


class TournamentConsumer(PageConsumer):
    """The socket of a tournament page."""

    sockets = metrics.SOCKETS.labels("tournament")
    shown: tuple[object, ...] | None = None  # what the page shows
    latest: TournamentState | None = None
    behind = False  # whether there has been news since `latest`
    reported: presence.Key | None = None  # the key that counts in `presence` for this page, if any

    def __init__(self) -> None:
        super().__init__()
        self.catching_up = Background(self.catch_up)

    @staticmethod
    def read_beats(rooms: list[str]) -> dict[str, int]:
        """Return the version of each room."""
        codes = [room.removeprefix(ROOM_PREFIX) for room in rooms]
        return {room_of(code): version for code, version in versions_of(codes).items()}

    def room_for(self, query: dict[str, list[str]]) -> str:
        return room_of(self.code)

    async def answer(self, text: str | None) -> None:
        try:
            if self.parse(text)["do"] != "look":
                raise Refused(Reason.UNKNOWN_ACTION)
            await self.look()
        except Refused as refused:
            await self.send_json(type="refused", message=self.in_language(refusals.in_words, refused))

    async def on_news(self, kind: str, payload: Any) -> None:
        if kind in ("tournament", "state"):
            self.catch_up_soon()

    async def on_heartbeat(self, version: int | None) -> None:
        await self.send_beat(version)
        if self.latest:  # passing time changes the page without news
            await self.show(self.latest)

    def catch_up_soon(self) -> None:
        """Send the current state soon. News comes in bursts, so one update covers many."""
        self.behind = True
        self.catching_up.start()

    async def catch_up(self) -> None:
        """Send states until the page is up to date."""
        try:
            while self.behind and not (self.closing or self.gone):
                await self.send_latest()
        except ObjectDoesNotExist:
            await self.close(NO_SUCH_ROOM)
        except Exception:  # the next beat repairs this
            logger.exception("could not send a state to a socket of %s", self.room, extra=self.about)

    async def send_latest(self) -> None:
        self.behind = False
        await self.show(await current_state(self.code))

    async def find(self) -> TournamentState:
        """Return the current state. Raises Tournament.DoesNotExist if it is unknown or closed, and TooMany."""
        address = identity.address_of_scope(self.scope)
        try:
            found = await current_state(self.code)
        except Tournament.DoesNotExist:
            await asyncio.to_thread(limits.take_guess, self.code, address, right=False)
            raise
        if self.latest is None and not found.entrant_of(self.player):
            closed = code_expired(found.over_at)
            if not await asyncio.to_thread(limits.take_guess, self.code, address, right=True, closed=closed):
                raise Tournament.DoesNotExist
        return found

    async def look(self) -> None:
        """Send the current tournament. Raises what `find` raises."""
        found = await self.find()
        self.shown = None
        await self.show(found)

    async def show(self, found: TournamentState) -> None:
        """Send the tournament, unless the page already shows this or something newer."""
        if self.latest and found.version < self.latest.version:
            return
        self.latest = found
        pov = EntrantPov.of(found, self.player)
        self.update_presence(pov)
        if pov.shown != self.shown:
            self.shown = pov.shown
            # On the rendering thread, one after another, because a whole school's pages may change together.
            html = await rendering(entrants.render)(pov, self.language)
            await self.send_json(type="state", version=found.version, html=html, release=release())

    def update_presence(self, pov: EntrantPov) -> None:
        """Count an entrant who may be paired as present. During a game, the room's page does so instead."""
        key = (self.code, pov.entrant.player) if pov.entrant and pov.goes_on and pov.screen != "playing" else None
        if key != self.reported and not self.gone:
            self.leave()
            self.reported = key
            if key:
                presence.arrive(key)

    def leave(self) -> None:
        if self.reported:
            presence.leave(self.reported)
        self.reported = None
