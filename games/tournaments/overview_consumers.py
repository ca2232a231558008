"""The websockets of the big screen and of the host's page, which show a whole tournament.

Frames are those of consumers.py. News comes in bursts, so a page gets only the latest state after a burst. Pages of
this process in the same language share a rendering. The more pages are open, the less often each is updated.
"""

import asyncio
from typing import Any, Final, NamedTuple

from games.site import metrics
from games.site.sharing import Shared
from games.site.threads import reading, rendering
from games.tournaments.consumers import TournamentConsumer, current_state
from games.tournaments.models import Tournament
from games.tournaments.selectors.tournaments import TournamentState, is_host
from games.tournaments.words import hosting, wall
from games.tournaments.words.hosting import Hosting
from games.tournaments.words.wall import Wall
from tictactoe_site.release import release

PACE: Final = 0.25  # minimum seconds between states of a page
STATES_PER_SECOND: Final = 100  # states sent per second, over all pages

_open_overviews: set["OverviewConsumer"] = set()  # the pages of this process that show a whole tournament


class RenderedPage(NamedTuple):
    """A rendered page, and the codes of the games on it."""

    version: int
    html: str
    games: frozenset[str]


class OverviewConsumer(TournamentConsumer):
    """The socket of a page that shows a whole tournament."""

    page: RenderedPage | None = None  # the last page sent; None until access was checked
    asked = False  # whether the page has requested its state again

    async def on_news(self, kind: str, payload: Any) -> None:
        """Handle news of the tournament and moves in games on the page."""
        if kind in ("tournament", "state"):
            await super().on_news(kind, payload)

    async def on_heartbeat(self, version: int | None) -> None:
        """Send a beat, and update the page, because climbs and waiting times change without news."""
        if self.page:
            await self.send_beat(version)
            self.behind = True
            self.catch_up_soon()

    async def look(self) -> None:
        """Send the current tournament. Later requests are answered at the pace of news.

        Raises Tournament.DoesNotExist if there is no such tournament or the visitor may not see this page.
        """
        if self.page is None:
            await self.find()
            await self.send_latest()
            _open_overviews.add(self)
        else:
            self.asked = True
            self.catch_up_soon()

    @property
    def due(self) -> bool:
        return (self.behind or self.asked) and not (self.closing or self.gone)

    async def send_latest(self) -> None:
        """Send the page. Render it again only after news or a beat, because pages may request it often."""
        page = self.page
        if page:
            await asyncio.sleep(self.pace)
        behind, self.behind, self.asked = self.behind, False, False
        if page is None or behind:
            page = await rendered_page((type(self), self.code, self.language))
        if self.gone:  # otherwise it would join the games' groups and never leave them
            return
        self.page = page
        await self.listen_to_games(page.games)
        await self.send_json(type="state", version=page.version, html=page.html, release=release())

    @property
    def pace(self) -> float:
        """The delay between news and sending the page, in seconds."""
        return PACE + len(_open_overviews) / STATES_PER_SECOND

    async def listen_to_games(self, games: frozenset[str]) -> None:
        """Listen to the games on the page."""

    @staticmethod
    def read(state: TournamentState) -> Any:
        """Read everything that the page shows. Runs on the reading thread."""
        raise NotImplementedError

    @staticmethod
    def render(overview: Any, language: str, /) -> str:
        """Return the HTML for the result of `read`. Runs on the rendering thread, without the database."""
        raise NotImplementedError

    def leave(self) -> None:
        _open_overviews.discard(self)


async def _render_page(key: tuple[type[OverviewConsumer], str, str]) -> RenderedPage:
    """Render a kind of page of a tournament in a language. Raises Tournament.DoesNotExist."""
    kind, code, language = key
    state = await current_state(code)
    html = await rendering(kind.render)(await reading(kind.read)(state), language)
    return RenderedPage(state.version, html, frozenset(state.boards))


rendered_page = Shared(_render_page, longest=5)  # a host's page for a thousand people is large


class WallConsumer(OverviewConsumer):
    """The socket of a big screen. It also listens to the games that it shows, because moves are not tournament news."""

    sockets = metrics.SOCKETS.labels("wall")
    read = staticmethod(Wall.of)
    render = staticmethod(wall.render)

    async def listen_to_games(self, games: frozenset[str]) -> None:
        rooms = games | {self.room}
        if rooms - self.rooms:  # a game that is new on the page may have changed since it was rendered
            self.behind = True
        if rooms != self.rooms:
            await self.listen(rooms)


class HostConsumer(OverviewConsumer):
    """The socket of a host's page, which requires the key."""

    sockets = metrics.SOCKETS.labels("host")
    read = staticmethod(Hosting.of)
    render = staticmethod(hosting.render)

    async def find(self) -> TournamentState:
        """Return the tournament's current state. Raises Tournament.DoesNotExist for a wrong key."""
        if not await reading(is_host)(self.scope["url_route"]["kwargs"]["key"], self.code):
            raise Tournament.DoesNotExist
        return await current_state(self.code)
