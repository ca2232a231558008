"""The websockets of the wall and of the host's page, which show a whole tournament: they only listen.

A frame to the page is JSON of one of the types in tournament.py. News comes in crowds: a page is sent what stands after
them, the host's of very many people less often, and each of many pages. For each is rendered on the one thread that
reads, which those who play need too.
"""

import asyncio
from typing import Any, Final

from django.conf import settings

from games import metrics
from games.live import beats
from games.live.scenes import scene
from games.live.threads import reading
from games.live.tournament import TournamentConsumer
from games.models import Tournament
from games.news import hub
from games.selectors.matches import Scene
from games.selectors.tournaments import TournamentState, hosts
from games.show import hosting, wall
from games.show.hosting import Hosting
from games.show.wall import Wall
from tictactoe_site.release import release

PACE: Final = 0.25  # seconds between two states
MANY: Final = 80  # people for each second more
IN_A_SECOND: Final = 20  # pages that are sent what is new, however many are open

_open: set["OverviewConsumer"] = set()  # the pages of this process that show a whole tournament


class OverviewConsumer(TournamentConsumer):
    """The socket of a page that shows a whole tournament."""

    state: TournamentState | None = None  # as the page was told last
    behind = False  # whether the tournament stands otherwise since
    moved = False  # whether a move has been made since, in a game that is shown
    telling = False

    async def hear(self, kind: str, told: Any) -> None:
        """Takes news of the tournament, and of games that are shown. A beat brings the page up to date too: it shows
        places of a minute ago, and how long people wait."""
        of_a_game = kind in ("state", "presence") or isinstance(told, tuple)
        self.moved |= kind == "state"
        self.behind |= not of_a_game
        if self.state is None:  # nothing before it is clear that this page may be seen
            return
        if kind == "beat" and not of_a_game:
            await self.send_beat(told)
        await self.catch_up()

    async def look(self) -> None:
        """Sends the tournament as it stands now. Raises Tournament.DoesNotExist if there is none like that, or for
        somebody who must not see this page."""
        found = await self.find()
        _open.add(self)
        await self.tell(found.state)
        await self.catch_up()  # with what has come while this was read

    async def catch_up(self) -> None:
        """Sends how things stand until that is the latest, unless this is under way."""
        if self.telling:
            return
        self.telling = True
        try:
            while self.state and (self.behind or self.moved) and not self.gone:
                await asyncio.sleep(self.pace(self.state))
                behind, self.behind, self.moved = self.behind, False, False
                state = (await scene(self.code)).state if behind else self.state
                if not self.gone:  # else it would listen to games again, and nobody would leave them
                    await self.tell(state)
        finally:
            self.telling = False

    async def tell(self, state: TournamentState) -> None:
        """Sends the page, unless it was told something newer."""
        if self.state and state.version < self.state.version:
            return
        self.state = state
        html = await reading(self.render)(state)
        await self.send_json(type="state", version=state.version, html=html, release=release())

    def pace(self, state: TournamentState) -> float:
        """The seconds from news to what is sent."""
        return PACE + len(_open) / IN_A_SECOND

    def render(self, state: TournamentState) -> str:
        """What the page shows."""
        raise NotImplementedError

    def go(self) -> None:
        _open.discard(self)


class WallConsumer(OverviewConsumer):
    """The socket of a wall. It hears of each move in the games that it shows, for those are no news of a tournament."""

    sockets = metrics.SOCKETS.labels("wall")

    def __init__(self) -> None:
        super().__init__()
        self.games: set[str] = set()

    async def tell(self, state: TournamentState) -> None:
        self.listen(set(state.boards))  # first: join, then read
        await super().tell(state)

    def listen(self, games: set[str]) -> None:
        """Listens to these games, and to no others."""
        for code in games - self.games:
            hub.join(code, self, every=settings.BEAT, read=beats.read)
        for code in self.games - games:
            hub.leave(code, self)
        self.games = games

    def go(self) -> None:
        super().go()
        self.listen(set())

    def render(self, state: TournamentState) -> str:
        return wall.render(Wall.of(state), self.language)


class HostConsumer(OverviewConsumer):
    """The socket of a host's page, for who has the key alone."""

    sockets = metrics.SOCKETS.labels("host")

    async def find(self) -> Scene:
        """How the tournament stands. Raises Tournament.DoesNotExist for another key than that of its host."""
        if not await reading(hosts)(self.scope["url_route"]["kwargs"]["key"], self.code):
            raise Tournament.DoesNotExist
        return await scene(self.code)

    def pace(self, state: TournamentState) -> float:
        return super().pace(state) + len(state.entrants) / MANY

    def render(self, state: TournamentState) -> str:
        return hosting.render(Hosting.of(state), self.language)
