"""The websocket of an entrant's page."""

import asyncio
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.play import news
from games.site import limits
from games.tournaments import consumers, presence
from games.tournaments.models import Entrant, Phase, Tournament
from games.tournaments.selectors.tournaments import COMPUTER_AFTER, OPEN_AFTER_END, TournamentState, tournament_state
from games.tournaments.services import directing, tournaments
from tests.support import room_pages
from tests.support import tournaments as play
from tests.support.room_pages import TournamentPage as Page
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
on_thread = database_sync_to_async


@pytest.fixture
def made() -> Tournament:
    return play.waiting("Ada", "Ben", "Cem")


async def pages(made: Tournament, *names: str) -> list[Page]:
    found = [Page(made.code, await on_thread(play.person)(name)) for name in names]
    for page in found:
        await page.open()
    return found


async def close(*found: Page) -> None:
    for page in found:
        await page.disconnect()


async def test_each_entrant_sees_every_change(made):
    ada, ben = await pages(made, "Ada", "Ben")
    await on_thread(tournaments.start)(key=made.key)
    for page in (ada, ben):
        await page.sees("You’re up next.")
    await on_thread(play.pair)("Ada Ben")
    game = await on_thread(play.game_of)("Ada")
    for page in (ada, ben):
        await page.sees(f'data-go="/g/{game.code}/"')
    await close(ada, ben)


async def test_a_change_during_the_first_read_is_sent_too(made, monkeypatch):
    def read_and_start(code: str) -> TournamentState:
        found = tournament_state(code=code)
        monkeypatch.setattr(consumers, "tournament_state", tournament_state)
        tournaments.start(key=made.key)
        return found

    monkeypatch.setattr(consumers, "tournament_state", read_and_start)
    [ada] = await pages(made, "Ada")
    await ada.sees("You’re up next.")
    await close(ada)


async def test_an_unchanged_page_is_sent_nothing(made):
    [ada] = await pages(made, "Ada")
    await on_thread(tournaments.start)(key=made.key)
    await ada.sees("You’re up next.")
    await on_thread(play.pair)("Ben Cem")  # does not affect Ada
    await on_thread(tournaments.pause)(key=made.key)
    frame = await ada.next("state")
    assert "Paused for everyone." in frame["html"]
    await close(ada)


async def test_a_beat_reveals_lost_news(made, settings, monkeypatch):
    settings.BEAT = 0.05
    [ada] = await pages(made, "Ada")
    monkeypatch.setattr(news, "publish", lambda *_: None)
    started = await on_thread(tournaments.start)(key=made.key)
    while (await ada.next("beat"))["version"] != started.version:
        pass
    await ada.do("look")
    await ada.sees("You’re up next.")
    await close(ada)


async def test_a_stranger_is_led_to_no_game_and_sees_the_end(made):
    stranger = Page(made.code, None)
    assert "data-go" not in (await stranger.open())["html"]
    await on_thread(tournaments.start)(key=made.key)
    await on_thread(play.pair)("Ada Ben")
    await on_thread(tournaments.end)(key=made.key, at_once=True)
    await on_thread(play.finish)()
    html = await stranger.sees("It’s over.")
    assert "data-go" not in html
    await close(stranger)


async def test_an_unpaired_player_is_led_to_a_game_against_a_computer(made):
    await on_thread(tournaments.start)(key=made.key)
    await on_thread(Entrant.objects.update)(free_since=timezone.now() - COMPUTER_AFTER)
    [ada] = await pages(made, "Ada")
    await on_thread(directing.start_computer_games)(tournament=made.pk, at=timezone.now())
    game = await on_thread(play.game_of)("Ada")
    await ada.sees(f'data-go="/g/{game.code}/"')
    await close(ada)


async def test_a_day_after_its_end_a_tournament_is_closed_to_its_code(made):
    over_at = timezone.now() - OPEN_AFTER_END - timedelta(minutes=1)
    ended = {"phase": Phase.OVER, "over_at": over_at, "started_at": None, "ends_at": None, "paused_at": None}
    await Tournament.objects.filter(pk=made.pk).aupdate(**ended)
    for address in ("", "/wall"):
        page = Page(made.code, None)
        page.scope["path"] = f"/ws/t/{made.code}{address}/"
        await page.connect()
        assert await page.receive_output(timeout=PATIENCE) == {"type": "websocket.close", "code": 4404}
        await page.disconnect()
    ada = Page(made.code, await on_thread(play.person)("Ada"))
    await ada.open()
    await close(ada)


async def test_guessing_is_limited_except_for_participants(made, monkeypatch):
    monkeypatch.setattr(limits, "WRONG_CODES", limits.Limit("few", 1, limits.DAY, limits.WRONG_CODES.sentence))
    closed_with = []
    for code in ("22222", "33333", made.code):
        page = Page(code, None)
        page.scope["client"] = ["192.0.2.7", 1]
        await page.connect()
        closed_with.append((await page.receive_output(timeout=PATIENCE))["code"])
        await page.disconnect()
    assert closed_with == [4404, limits.TRY_AGAIN, limits.TRY_AGAIN]
    ada = Page(made.code, await on_thread(play.person)("Ada"))
    ada.scope["client"] = ["192.0.2.7", 1]
    await ada.open()
    await close(ada)


async def test_an_open_page_reports_presence_until_it_closes(made):
    await on_thread(play.go_away)("Ada", "Ben", seconds=1)
    [ada] = await pages(made, "Ada")
    async with asyncio.timeout(PATIENCE):
        while await on_thread(play.free)() != "Ada Cem":  # noqa: ASYNC110 - the database sends no event
            await asyncio.sleep(0.05)
    await close(ada)
    assert not presence._pages


async def test_a_page_sent_to_a_game_stops_reporting(made):
    """From then on the page of the game reports, unless the phone is dead."""
    await on_thread(tournaments.start)(key=made.key)
    ada, cem = await pages(made, "Ada", "Cem")
    await on_thread(play.pair)("Ada Ben")
    game = await on_thread(play.game_of)("Ada")
    await ada.sees(f'data-go="/g/{game.code}/"')
    assert [*presence._pages] == [(made.code, (await on_thread(play.person)("Cem")).pk)]
    room = room_pages.Page(game.code, await on_thread(play.person)("Ada"))
    await room.open()
    assert len(presence._pages) == 2
    await close(ada, cem, room)
    assert not presence._pages
