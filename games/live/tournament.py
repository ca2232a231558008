"""The websocket of a page that shows a tournament: it only listens.

A frame to the page is JSON of one of these types:
  state     version, html: the tournament as this viewer sees it; release
  refused   message: why something the page has sent was not done
  beat      as in page.py
All pages of this process that hear of a change are told from one reading, and a page that would show the same as before
is sent nothing.
"""

from typing import Any

from django.utils import timezone

from games import identity, limits, metrics
from games.live import here
from games.live.page import PageConsumer
from games.live.scenes import scene
from games.live.threads import rendering
from games.models import Tournament
from games.refusals import Reason, Refused
from games.selectors.matches import Scene
from games.selectors.tournaments import topic_of
from games.show import entrants, refusals
from games.show.entrants import EntrantPov
from tictactoe_site.release import release


class TournamentConsumer(PageConsumer):
    """The socket of a page that shows a tournament, the same for everybody who sees the same of it."""

    sockets = metrics.SOCKETS.labels("tournament")
    shown: EntrantPov | None = None  # what the page was told last
    latest: Scene | None = None
    overheard = False  # whether news came while the page had not been told anything yet
    reported: here.Key | None = None  # what says that its player is here

    def room_for(self, query: dict[str, list[str]]) -> str:
        return topic_of(self.code)

    async def answer(self, text: str | None) -> None:
        try:
            if self.parse(text)["do"] != "look":
                raise Refused(Reason.UNKNOWN_ACTION)
            await self.look()
        except Refused as refused:
            await self.send_json(type="refused", message=self.in_language(refusals.in_words, refused))

    async def hear(self, kind: str, told: Any) -> None:
        if kind == "beat":
            await self.send_beat(told)
            if self.latest:  # the end of the time changes the page, and is no news
                await self.show(self.latest)
        elif self.shown is not None:
            await self.show(await scene(self.code))
        else:
            self.overheard = True

    async def find(self) -> Scene:
        """How the tournament stands. Raises Tournament.DoesNotExist for an unknown one, and for one that is closed to
        this page; TooMany after many wrong guesses."""
        address = identity.address_of_scope(self.scope)
        try:
            found = await scene(self.code)
        except Tournament.DoesNotExist:
            await limits.take_guess_apart(self.code, address, right=False)
            raise
        if self.latest is None and not found.state.takes_part(self.player):
            closed = found.state.code_expired(timezone.now())
            if not await limits.take_guess_apart(self.code, address, right=True, closed=closed):
                raise Tournament.DoesNotExist
        return found

    async def look(self) -> None:
        """Sends the tournament as it stands now. Raises what `find` raises."""
        found = await self.find()
        self.shown = None
        await self.show(found)
        if self.overheard:  # perhaps after this was read
            self.overheard = False
            await self.show(await scene(self.code))

    async def show(self, found: Scene) -> None:
        """Sends the tournament, unless the page shows just this, or something newer."""
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
        """Says that the player is here while this page is the one to be on. A page that is told to go to a game says no
        more: a telephone that has gone dead would be here for a while otherwise."""
        key = (self.code, pov.entrant.player) if pov.entrant and pov.goes_on and pov.screen != "playing" else None
        if key != self.reported and not self.gone:
            self.go()
            self.reported = key
            if key:
                here.arrive(key)

    def go(self) -> None:
        if self.reported:
            here.leave(self.reported)
        self.reported = None

    def see(self, found: Scene) -> EntrantPov:
        """What the page shows."""
        return EntrantPov.of(found, self.player.pk if self.player else None, timezone.now())
