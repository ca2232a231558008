"""The websocket of a page that shows a tournament: it only listens.

A frame to the page is JSON of one of these types:
  state     version, html: the tournament as this viewer sees it; release
  refused   message: why something the page has sent was not done
  beat      as in page.py
All pages of this process that hear of a change are told from one reading, and a page that would show the same as before
is sent nothing.
"""

import asyncio
import logging
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone

from games.play.page_consumer import NO_SUCH_ROOM, PageConsumer
from games.play.words import refusals
from games.site import identity, limits, metrics
from games.site.background import Background
from games.site.refusals import Reason, Refused
from games.site.threads import rendering
from games.tournaments import here
from games.tournaments.models import Tournament
from games.tournaments.scenes import scene
from games.tournaments.selectors.matches import Scene
from games.tournaments.selectors.tournaments import code_of, topic_of, versions_of
from games.tournaments.words import entrants
from games.tournaments.words.entrants import EntrantPov
from tictactoe_site.release import release

logger = logging.getLogger(__name__)


class TournamentConsumer(PageConsumer):
    """The socket of a page that shows a tournament, the same for everyone who sees the same of it."""

    sockets = metrics.SOCKETS.labels("tournament")
    shown: EntrantPov | None = None  # the last message to the page
    latest: Scene | None = None
    behind = False  # whether there has been news since
    reported: here.Key | None = None  # the key by which its player counts as present

    def __init__(self) -> None:
        super().__init__()
        self.catching_up = Background(self.catch_up)

    @staticmethod
    def read_beats(rooms: list[str]) -> dict[str, int]:
        """Return for each room its version."""
        codes = {code_of(room): room for room in rooms}
        return {codes[code]: version for code, version in versions_of(codes).items()}

    def room_for(self, query: dict[str, list[str]]) -> str:
        return topic_of(self.code)

    async def answer(self, text: str | None) -> None:
        try:
            if self.parse(text)["do"] != "look":
                raise Refused(Reason.UNKNOWN_ACTION)
            await self.look()
        except Refused as refused:
            await self.send_json(type="refused", message=self.in_language(refusals.in_words, refused))

    async def on_news(self, kind: str, told: Any) -> None:
        """Take news of the tournament, which comes in crowds: the page is brought up to date once for many."""
        self.behind = True
        self.catch_up_soon()

    async def on_heartbeat(self, told: int | None) -> None:
        await self.send_beat(told)
        if self.latest:  # the end of the time changes the page, and is no news
            await self.show(self.latest)

    def catch_up_soon(self) -> None:
        if self.due:
            self.catching_up.start()

    @property
    def due(self) -> bool:
        """Whether something is to be sent."""
        return self.behind and not (self.closing or self.gone)

    async def catch_up(self) -> None:
        """Send how things stand until that is the latest."""
        try:
            while self.due:
                await self.tell()
        except ObjectDoesNotExist:
            await self.close(NO_SUCH_ROOM)
        except Exception:  # the next beat heals it
            logger.exception("could not tell a socket of %s", self.room, extra=self.about)

    async def tell(self) -> None:
        self.behind = False
        await self.show(await scene(self.code))

    async def find(self) -> Scene:
        """How the tournament stands. Raises Tournament.DoesNotExist for an unknown one, and for one that is closed to
        this page; TooMany after many wrong guesses."""
        address = identity.address_of_scope(self.scope)
        try:
            found = await scene(self.code)
        except Tournament.DoesNotExist:
            await asyncio.to_thread(limits.take_guess, self.code, address, right=False)
            raise
        if self.latest is None and not found.state.takes_part(self.player):
            closed = found.state.code_expired(timezone.now())
            if not await asyncio.to_thread(limits.take_guess, self.code, address, right=True, closed=closed):
                raise Tournament.DoesNotExist
        return found

    async def look(self) -> None:
        """Send the tournament as it stands now. Raises what `find` raises."""
        found = await self.find()
        self.shown = None
        await self.show(found)

    async def show(self, found: Scene) -> None:
        """Send the tournament, unless the page shows just this, or something newer."""
        if self.latest and found.state.version < self.latest.state.version:
            return
        self.latest = found
        before, pov = self.shown, self.see(found)
        self.shown = pov  # also if it shows the same: else each page would keep the tournament as it once stood
        self.report(pov)
        if not pov.alike(before):
            # On a thread, one after the other: those of a whole school are told at the same time.
            html = await rendering(entrants.render)(pov, self.language)
            await self.send_json(type="state", version=found.state.version, html=html, release=release())

    def report(self, pov: EntrantPov) -> None:
        """Say that the player is here while this page is the one to be on. A page that is told to go to a game says no
        more: a telephone that has gone dead would be here for a while otherwise."""
        key = (self.code, pov.entrant.player) if pov.entrant and pov.goes_on and pov.screen != "playing" else None
        if key != self.reported and not self.gone:
            self.leave()
            self.reported = key
            if key:
                here.arrive(key)

    def leave(self) -> None:
        if self.reported:
            here.leave(self.reported)
        self.reported = None

    def see(self, found: Scene) -> EntrantPov:
        """The version that the page shows."""
        return EntrantPov.of(found, self.player.pk if self.player else None, timezone.now())
