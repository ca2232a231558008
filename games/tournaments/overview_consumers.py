"""The websockets of the big screen and of the host's page, which show a whole tournament. Frames are those of
consumers.py. A page gets only the latest state after a burst of news. Pages of this process in the same language share
a rendering. The more pages are open, the less often each is updated."""

import asyncio
from typing import Final

from games.site import metrics
from games.site.sharing import Shared
from games.site.threads import reading, rendering
from games.tournaments.consumers import TournamentConsumer, current_state
from games.tournaments.models import Tournament
from games.tournaments.selectors.tournaments import TournamentState, is_host
from games.tournaments.words.hosting import Hosting
from games.tournaments.words.overview import Overview
from games.tournaments.words.wall import Wall
from tictactoe_site.release import release

PACE: Final = 0.25  # minimum seconds between states of a page
STATES_PER_SECOND: Final = 100  # states sent per second, over all pages

_open_overviews: set["OverviewConsumer"] = set()  # the pages of this process that show a whole tournament


class OverviewConsumer(TournamentConsumer):
    """The socket of a page that shows a whole tournament. It also listens to the games that the page shows, because
    moves are not tournament news."""

    overview: type[Overview]
    admitted = False  # whether access was checked

    async def on_heartbeat(self, version: int | None) -> None:
        """Send a beat, and update the page, because climbs and waiting times change without news."""
        if self.admitted:
            await self.send_beat(version)
            self.catch_up_soon()

    async def look(self) -> None:
        """Send the current tournament; later requests are answered at the pace of news. Raises what `find` raises."""
        if self.admitted:
            self.catch_up_soon()
        else:
            await self.find()
            await self.send_latest()
            self.admitted = True
            _open_overviews.add(self)

    async def send_latest(self) -> None:
        if self.admitted:
            await asyncio.sleep(self.pace)
        self.behind = False
        version, html, games = await rendered_page((self.overview, self.code, self.language))
        if not self.gone:  # otherwise it would join the games' groups and never leave them
            rooms = games | {self.room}
            if rooms - self.rooms:  # a game that is new on the page may have changed since it was rendered
                self.behind = True
            if rooms != self.rooms:
                await self.listen(rooms)
            await self.send_json(type="state", version=version, html=html, release=release())

    @property
    def pace(self) -> float:
        """The delay between news and sending the page, in seconds."""
        return PACE + len(_open_overviews) / STATES_PER_SECOND

    def leave(self) -> None:
        _open_overviews.discard(self)


async def _render_page(key: tuple[type[Overview], str, str]) -> tuple[int, str, frozenset[str]]:
    """Render a page, and return its version, HTML and games (by code). Raises Tournament.DoesNotExist."""
    kind, code, language = key
    state = await current_state(code)
    overview = await reading(kind.of)(state)
    return state.version, await rendering(overview.render)(language), frozenset(game.code for game in overview.games)


rendered_page = Shared(_render_page, longest=5)  # a host's page for a thousand people is large


class WallConsumer(OverviewConsumer):
    """The socket of a big screen."""

    sockets = metrics.SOCKETS.labels("wall")
    overview = Wall


class HostConsumer(OverviewConsumer):
    """The socket of a host's page, which requires the key."""

    sockets = metrics.SOCKETS.labels("host")
    overview = Hosting

    async def find(self) -> TournamentState:
        """Return the tournament's current state. Raises Tournament.DoesNotExist for a wrong key."""
        if not await reading(is_host)(self.scope["url_route"]["kwargs"]["key"], self.code):
            raise Tournament.DoesNotExist
        return await current_state(self.code)
