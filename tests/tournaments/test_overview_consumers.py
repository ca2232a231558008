"""The websockets of the big screen and of the host's page, used as those pages use them."""

import asyncio
import threading
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.play import services
from games.tournaments import overview_consumers as overview
from games.tournaments.models import Tournament
from games.tournaments.overview_consumers import OverviewConsumer
from games.tournaments.selectors.tournaments import topic_of
from games.tournaments.services import tournaments
from games.tournaments.snapshots import snapshot
from tests.support import room_pages
from tests.support import tournaments as play
from tests.support.games import player
from tests.support.room_pages import OverviewPage as Page
from tests.support.room_pages import listened
from tests.support.waiting import PATIENCE, eventually

pytestmark = pytest.mark.django_db(transaction=True)
on_thread = database_sync_to_async


@pytest.fixture
def made() -> Tournament:
    return play.waiting("Ada", "Ben", "Cem", "Dan")


async def wall_of(made: Tournament, query: str = "lang=en") -> Page:
    page = Page(f"t/{made.code}/wall", query=query)
    await page.open()
    return page


async def host_of(made: Tournament) -> Page:
    page = Page(f"host/{made.key}/{made.code}")
    await page.open()
    return page


def move(name: str, square: str) -> None:
    """Mark a square in an entrant's game."""
    game = play.game_of(name)
    services.play(code=game.code, player=play.person(name), move=square, version=game.version)


async def test_joins_and_the_start_reach_the_big_screen_and_the_host(made):
    wall, host = await wall_of(made), await host_of(made)
    await on_thread(lambda: tournaments.join(code=made.code, player=player("Eve"), name="Eve"))()
    await wall.sees("Eve")
    await host.sees("Eve")
    await on_thread(tournaments.start)(key=made.key)
    await wall.sees("Top ten")
    await host.sees('value="pause"')
    await wall.disconnect()
    await host.disconnect()


async def test_a_big_screen_gets_the_moves_of_its_boards(made):
    await on_thread(tournaments.start)(key=made.key)
    wall = await wall_of(made)
    await on_thread(play.pair)("Ada Ben", "Cem Dan")
    code = (await on_thread(play.game_of)("Ada")).code
    await wall.sees(f'id="game-{code}"')
    await on_thread(move)("Ada", "0")
    await wall.sees("Top left, X")
    assert listened(code)
    await on_thread(tournaments.end)(key=made.key, at_once=True)
    await on_thread(play.finish)()
    await wall.sees('data-face="over"')
    await eventually(lambda: not listened(code))
    await wall.disconnect()


async def test_a_closed_page_stops_listening(made):
    await on_thread(tournaments.start)(key=made.key)
    await on_thread(play.pair)("Ada Ben")
    rooms = topic_of(made.code), (await on_thread(play.game_of)("Ada")).code
    wall = await wall_of(made)
    assert all(map(listened, rooms))
    await wall.disconnect()
    assert not any(map(listened, rooms))


async def test_a_big_screen_closed_during_a_read_stops_listening(made, monkeypatch):
    reads, gone, has_read = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def read_slowly(code):
        reads.set()
        await gone.wait()
        found = await snapshot(code)
        has_read.set()
        return found

    await on_thread(tournaments.start)(key=made.key)
    wall = await wall_of(made)
    monkeypatch.setattr(overview, "snapshot", read_slowly)
    await on_thread(play.pair)("Ada Ben")
    await asyncio.wait_for(reads.wait(), PATIENCE)
    await wall.disconnect()
    gone.set()
    await asyncio.wait_for(has_read.wait(), PATIENCE)
    assert not listened((await on_thread(play.game_of)("Ada")).code)


async def test_the_more_pages_are_open_the_less_often_each_is_updated(made):
    walls, paces = [], []
    for _wall in range(3):
        walls.append(await wall_of(made))
        paces.append(OverviewConsumer().pace)
    assert paces == sorted(set(paces))
    for wall in walls:
        await wall.disconnect()
    assert OverviewConsumer().pace == overview.PACE


async def test_a_room_opens_while_a_page_is_rendered(made, monkeypatch):
    begun, go_on = threading.Event(), threading.Event()

    def render_slowly(*_arguments: Any) -> str:
        begun.set()
        go_on.wait(PATIENCE)
        return ""

    monkeypatch.setattr(overview.WallConsumer, "render", staticmethod(render_slowly))
    page = Page(f"t/{made.code}/wall")
    opening = asyncio.create_task(page.open())
    await asyncio.to_thread(begun.wait, PATIENCE)
    code = (await on_thread(services.start_one_screen)(player=await on_thread(player)("Eve"))).code
    room = room_pages.Page(code, None)
    assert await room.open()
    assert not opening.done()
    go_on.set()
    await opening
    for one in (page, room):
        await one.disconnect()


async def test_each_page_has_its_own_language(made):
    wall = await wall_of(made, "lang=de")
    await on_thread(tournaments.start)(key=made.key)
    await wall.sees("Die besten zehn")
    await wall.disconnect()


class TestTheHostsPage:
    """Only a person with the key may see it."""

    @pytest.mark.parametrize(
        "path",
        [
            "host/{wrong}/{code}",
            "host/{other}/{code}",
            "host/{key}/{other_code}",
        ],
    )
    async def test_a_page_without_the_key_is_shown_nothing(self, made, path):
        other = await on_thread(tournaments.create)()
        wrong = "2" * len(made.key)
        found = path.format(key=made.key, code=made.code, other=other.key, other_code=other.code, wrong=wrong)
        page = Page(found, await on_thread(play.person)("Ada"))
        await page.connect()
        await on_thread(tournaments.start)(key=made.key)  # a refused page gets no news
        assert await page.receive_output(timeout=PATIENCE) == {"type": "websocket.close", "code": 4404}
        await page.disconnect()
        await asyncio.sleep(0)
        assert not listened(topic_of(made.code))

    async def test_the_key_is_on_no_big_screen_or_players_page(self, made):
        wall, host = await wall_of(made), await host_of(made)
        ada = Page(f"t/{made.code}", await on_thread(play.person)("Ada"))
        await ada.open()
        await on_thread(tournaments.start)(key=made.key)
        assert 'value="remove"' in await host.sees('value="pause"')
        for page, words in ((wall, "Top ten"), (ada, "You’re up next.")):
            html = await page.sees(words)
            assert "<form" not in html
            assert made.key not in html
        for page in (wall, host, ada):
            await page.disconnect()
