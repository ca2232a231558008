"""The websockets of the big screen and of the host's page."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.play import services
from games.tournaments import overview_consumers as overview
from games.tournaments.consumers import current_state
from games.tournaments.models import Tournament
from games.tournaments.overview_consumers import OverviewConsumer
from games.tournaments.services import tournaments
from games.tournaments.services.news import room_of
from games.tournaments.words.wall import Wall
from tests.support import tournaments as play
from tests.support.games import play as moves
from tests.support.games import player
from tests.support.room_pages import OverviewPage as Page
from tests.support.room_pages import listened
from tests.support.waiting import PATIENCE, eventually

pytestmark = pytest.mark.django_db(transaction=True)
on_thread = database_sync_to_async


@pytest.fixture
def made() -> Tournament:
    return play.waiting("Ada", "Ben", "Cem", "Dan")


@pytest.fixture
def opened(room_page) -> Callable[..., Awaitable[Page]]:
    """Open a page, by its path."""

    async def opened(path: str, query: str = "lang=en") -> Page:
        page = room_page(path, query=query, kind=Page)
        await page.open()
        return page

    return opened


async def test_the_big_screen_and_the_host_see_joins_and_the_start(made, opened):
    wall, host = await opened(f"t/{made.code}/wall"), await opened(f"host/{made.key}/{made.code}")
    await on_thread(lambda: tournaments.join(code=made.code, player=player("Eve"), name="Eve"))()
    await wall.sees("Eve")
    await host.sees("Eve")
    await on_thread(tournaments.start)(key=made.key)
    await wall.sees("Top ten")
    await host.sees('value="pause"')


async def test_a_big_screen_listens_to_its_games_and_stops_when_it_closes(made, opened):
    await on_thread(tournaments.start)(key=made.key)
    wall = await opened(f"t/{made.code}/wall")
    await on_thread(play.pair)("Ada Ben", "Cem Dan")
    game = await on_thread(play.game_of)("Ada")
    await wall.sees(f'id="game-{game.code}"')
    await on_thread(moves)(game, "1")
    await wall.sees("Top left, X")
    assert listened(game.code)
    await on_thread(tournaments.end)(key=made.key, at_once=True)
    await on_thread(play.finish)()
    await wall.sees('data-face="over"')
    await eventually(lambda: not listened(game.code))
    await wall.disconnect()
    assert not listened(room_of(made.code))


async def test_a_big_screen_closed_during_a_read_stops_listening(made, opened, monkeypatch):
    reading, closed, read = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def read_slowly(code):
        reading.set()
        await closed.wait()
        found = await current_state(code)
        read.set()
        return found

    await on_thread(tournaments.start)(key=made.key)
    wall = await opened(f"t/{made.code}/wall")
    monkeypatch.setattr(overview, "current_state", read_slowly)
    await on_thread(play.pair)("Ada Ben")
    await asyncio.wait_for(reading.wait(), PATIENCE)
    await wall.disconnect()
    closed.set()
    await asyncio.wait_for(read.wait(), PATIENCE)
    assert not listened((await on_thread(play.game_of)("Ada")).code)


async def test_each_page_is_updated_less_often_if_more_are_open(made, opened):
    walls, paces = [], []
    for _wall in range(3):
        walls.append(await opened(f"t/{made.code}/wall"))
        paces.append(OverviewConsumer().pace)
    assert paces == sorted(set(paces))
    for wall in walls:
        await wall.disconnect()
    assert OverviewConsumer().pace == overview.PACE


async def test_a_room_opens_while_a_page_is_rendered(made, room_page, monkeypatch):
    started, release = threading.Event(), threading.Event()

    def render_slowly(*_arguments: Any) -> str:
        started.set()
        release.wait(PATIENCE)
        return ""

    monkeypatch.setattr(Wall, "render", render_slowly)
    opening = asyncio.create_task(room_page(f"t/{made.code}/wall", kind=Page).open())
    await asyncio.to_thread(started.wait, PATIENCE)
    code = (await on_thread(services.start_one_screen)(player=await on_thread(player)("Eve"))).code
    assert await room_page(code, None).open()
    assert not opening.done()
    release.set()
    await opening


async def test_each_page_has_its_own_language(made, opened):
    wall = await opened(f"t/{made.code}/wall", "lang=de")
    await on_thread(tournaments.start)(key=made.key)
    await wall.sees("Die besten zehn")


@pytest.mark.parametrize("path", ["host/{wrong}/{code}", "host/{other}/{code}", "host/{key}/{other_code}"])
async def test_a_hosts_page_without_the_key_of_the_tournament_is_closed(made, path):
    other = await on_thread(tournaments.create)()
    wrong = "2" * len(made.key)
    found = path.format(key=made.key, code=made.code, other=other.key, other_code=other.code, wrong=wrong)
    page = Page(found, await on_thread(play.person)("Ada"))
    await page.connect()
    await on_thread(tournaments.start)(key=made.key)  # a refused page gets no news
    assert await page.closed() == 4404
    await page.disconnect()
    await asyncio.sleep(0)
    assert not listened(room_of(made.code))
