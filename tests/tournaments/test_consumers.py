"""The websocket of an entrant's page."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.play import news
from games.site import limits
from games.tournaments import consumers, presence
from games.tournaments.consumers import current_state
from games.tournaments.models import Phase, Tournament
from games.tournaments.selectors.tournaments import OPEN_AFTER_END, TournamentState
from games.tournaments.services import tournaments
from tests.support import tournaments as play
from tests.support.room_pages import TournamentPage as Page
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
on_thread = database_sync_to_async


@pytest.fixture
def made() -> Tournament:
    return play.waiting("Ada", "Ben", "Cem")


@pytest.fixture
def page(made, room_page) -> Callable[[str], Awaitable[Page]]:
    """Open the page of an entrant."""

    async def opened(name: str) -> Page:
        page = room_page(made.code, await on_thread(play.person)(name), kind=Page)
        await page.open()
        return page

    return opened


async def test_a_change_during_the_first_read_is_sent_too(made, page, monkeypatch):
    async def read_and_start(code: str) -> TournamentState:
        found = await current_state(code)
        monkeypatch.setattr(consumers, "current_state", current_state)
        await on_thread(tournaments.start)(key=made.key)
        return found

    monkeypatch.setattr(consumers, "current_state", read_and_start)
    ada = await page("Ada")
    await ada.sees("You’re up next.")


async def test_an_unchanged_page_is_sent_nothing(made, page):
    ada = await page("Ada")
    await on_thread(tournaments.start)(key=made.key)
    await ada.sees("You’re up next.")
    await on_thread(play.pair)("Ben Cem")  # does not affect Ada
    await on_thread(tournaments.pause)(key=made.key)
    frame = await ada.next("state")
    assert "Paused for everyone." in frame["html"]


async def test_a_beat_reveals_lost_news(made, page, settings, monkeypatch):
    settings.BEAT = 0.05
    ada = await page("Ada")
    monkeypatch.setattr(news, "publish", lambda *_: None)
    started = await on_thread(tournaments.start)(key=made.key)
    while (await ada.next("beat"))["version"] != started.version:
        pass
    await ada.do("look")
    await ada.sees("You’re up next.")


async def test_a_day_after_its_end_a_tournament_is_closed_to_its_code(made, page, room_page):
    over_at = timezone.now() - OPEN_AFTER_END - timedelta(minutes=1)
    ended = {"phase": Phase.OVER, "over_at": over_at, "started_at": None, "ends_at": None, "paused_at": None}
    await Tournament.objects.filter(pk=made.pk).aupdate(**ended)
    for address in ("", "/wall"):
        stranger = room_page(made.code, None, kind=Page)
        stranger.scope["path"] = f"/ws/t/{made.code}{address}/"
        await stranger.connect()
        assert await stranger.closed() == 4404
    await page("Ada")


async def test_guessing_is_limited_except_for_participants(made, room_page, monkeypatch):
    monkeypatch.setattr(limits, "WRONG_CODES", limits.Limit("few", 1, limits.DAY, limits.WRONG_CODES.sentence))
    closed_with = []
    for code in ("22222", "33333", made.code):
        stranger = room_page(code, None, kind=Page)
        stranger.scope["client"] = ["192.0.2.7", 1]
        await stranger.connect()
        closed_with.append(await stranger.closed())
    assert closed_with == [4404, limits.TRY_AGAIN, limits.TRY_AGAIN]
    ada = room_page(made.code, await on_thread(play.person)("Ada"), kind=Page)
    ada.scope["client"] = ["192.0.2.7", 1]
    await ada.open()


async def test_an_open_page_reports_presence_until_it_closes(made, page):
    await on_thread(play.go_away)("Ada", "Ben", seconds=1)
    ada = await page("Ada")
    async with asyncio.timeout(PATIENCE):
        while await on_thread(play.free)() != "Ada Cem":  # noqa: ASYNC110 - the database sends no event
            await asyncio.sleep(0.05)
    await ada.disconnect()
    assert not presence._pages


async def test_a_page_sent_to_a_game_stops_reporting(made, page, room_page):
    """From then on the page of the game reports, unless the phone is dead."""
    await on_thread(tournaments.start)(key=made.key)
    ada, _cem = await page("Ada"), await page("Cem")
    await on_thread(play.pair)("Ada Ben")
    game = await on_thread(play.game_of)("Ada")
    await ada.sees(f'data-go="/g/{game.code}/"')
    assert [*presence._pages] == [(made.code, (await on_thread(play.person)("Cem")).pk)]
    await room_page(game.code, await on_thread(play.person)("Ada")).open()
    assert len(presence._pages) == 2
