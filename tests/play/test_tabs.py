"""A server process's stored open pages, and their repair after failures."""

import asyncio
import threading
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async

from games.play import services, tabs
from games.play.models import Attendance, Game, Process
from games.play.selectors.presence import presence_of
from tests.support.games import friends, player
from tests.support.waiting import PATIENCE, eventually

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(tabs, "GRACE", 0.01)
    monkeypatch.setattr(tabs, "_polled", {})
    monkeypatch.setattr(tabs, "RENEWED_EVERY", timedelta(seconds=0.05))
    monkeypatch.setattr("games.play.selectors.presence.LEASE", timedelta(hours=1))  # so that no lease expires


@database_sync_to_async
def here(game: Game) -> str:
    return presence_of(game.code).here


async def presence_becomes(game: Game, marks: str) -> None:
    """Wait until exactly the players with these marks are present."""
    async with asyncio.timeout(PATIENCE):
        while await here(game) != marks:
            pass


async def test_a_player_has_one_row_however_many_tabs_are_open(game, ada):
    key = game.code, ada.pk
    for _tab in range(3):
        await tabs.arrive(key)
    await presence_becomes(game, "X")
    for _tab in range(3):
        tabs.leave(key)
    await presence_becomes(game, "")
    assert await Attendance.objects.acount() == 1


async def test_a_reloading_page_never_shows_as_away(game, ada, monkeypatch):
    monkeypatch.setattr(tabs, "GRACE", 0.05)
    key, published = (game.code, ada.pk), []
    await tabs.arrive(key)
    await presence_becomes(game, "X")
    monkeypatch.setattr("games.play.news.publish", lambda _code, kind, presence: published.append((kind, presence)))
    tabs.leave(key)
    await tabs.arrive(key)
    await database_sync_to_async(lambda: None)()
    assert await here(game) == "X"
    assert {presence.left for _kind, presence in published} <= {""}
    tabs.leave(key)
    await presence_becomes(game, "")
    await eventually(lambda: published and published[-1][1].left == "X")  # wait for the final presence


async def test_a_failed_write_is_retried(game, ada, monkeypatch):
    key = game.code, ada.pk
    with monkeypatch.context() as broken:
        broken.setattr(services, "record_attendance", lambda **_: 1 / 0)
        await tabs.arrive(key)
        await tabs._write.task
    assert await here(game) == ""
    await presence_becomes(game, "X")
    tabs.leave(key)
    await presence_becomes(game, "")


async def test_a_process_whose_row_was_deleted_writes_everything_again(game, ada):
    key = game.code, ada.pk
    await tabs.arrive(key)
    await presence_becomes(game, "X")
    await Process.objects.all().adelete()
    await presence_becomes(game, "X")
    tabs.leave(key)
    await presence_becomes(game, "")


async def test_spectators_are_counted_one_by_one(game):
    async def watchers_become(count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while (await database_sync_to_async(presence_of)(game.code)).watchers != count:
                pass

    for _tab in range(2):
        await tabs.arrive((game.code, None))
    await watchers_become(2)
    for _tab in range(2):
        tabs.leave((game.code, None))
    await watchers_become(0)


async def test_another_arrival_does_not_shorten_the_grace(game, ada, monkeypatch):
    key, other = (game.code, ada.pk), await database_sync_to_async(lambda: friends(x=ada, o=player()))()
    await tabs.arrive(key)
    await presence_becomes(game, "X")
    await eventually(lambda: not tabs._unwritten)  # a new process stores all pages again
    with monkeypatch.context() as slowed:
        slowed.setattr(tabs, "GRACE", PATIENCE)
        tabs.leave(key)
    await tabs.arrive((other.code, ada.pk))
    await presence_becomes(other, "X")
    assert await here(game) == "X"
    await tabs.arrive(key)
    for one in (game, other):
        tabs.leave((one.code, ada.pk))
        await presence_becomes(one, "")


def test_a_failing_database_does_not_fail_a_page_that_polls(game, ada, monkeypatch, caplog):
    monkeypatch.setattr(services, "record_attendance", lambda **_: 1 / 0)
    tabs.poll(game.code, ada.pk)
    assert [str(record.exc_info[1]) for record in caplog.records] == ["division by zero"]


def test_a_second_poll_soon_after_writes_nothing(game, ada, django_assert_num_queries):
    tabs.poll(game.code, ada.pk)
    assert presence_of(game.code).here == "X"
    with django_assert_num_queries(0):
        tabs.poll(game.code, ada.pk)


async def test_a_polling_player_who_opens_and_closes_a_socket_stays_present(game, ada):
    key, poll = (game.code, ada.pk), database_sync_to_async(tabs.poll)
    await poll(*key)
    await tabs.arrive(key)
    await tabs._write.task
    tabs.leave(key)
    await poll(*key)
    assert await here(game) == "X"
    await asyncio.sleep(3 * tabs.GRACE)
    if tabs._write.task:
        await tabs._write.task
    assert await here(game) == "X"


async def test_a_poll_during_the_write_of_a_leave_counts_with_the_next_poll(game, ada, monkeypatch):
    key, attend = (game.code, ada.pk), services.record_attendance
    await tabs.arrive(key)
    await presence_becomes(game, "X")

    def attend_and_poll(**arguments):
        if arguments.get("left"):
            tabs.poll(*key)
        attend(**arguments)

    with monkeypatch.context() as interrupted:
        interrupted.setattr(services, "record_attendance", attend_and_poll)
        tabs.leave(key)
        await presence_becomes(game, "")
    await database_sync_to_async(tabs.poll)(*key)
    assert await here(game) == "X"


async def test_a_socket_that_opens_during_the_write_of_a_poll_is_written_again(game, ada, monkeypatch):
    key, attend = (game.code, ada.pk), services.record_attendance

    def attend_late(**arguments):
        if arguments.get("until"):
            tabs._tabs[key] += 1  # a socket arrives and is stored before this poll
        attend(**arguments)

    monkeypatch.setattr(services, "record_attendance", attend_late)
    await database_sync_to_async(tabs.poll)(*key)
    tabs._write.start()
    await tabs._write.task
    assert (await Attendance.objects.aget()).left_at is None
    tabs.leave(key)
    await presence_becomes(game, "")


async def test_a_poll_waiting_for_the_database_blocks_no_other_write(game, ada, monkeypatch):
    """The thread that stores moves also records attendance, so it must not wait for a poll's transaction."""
    polling, over, attend = threading.Event(), threading.Event(), services.record_attendance
    other = (await database_sync_to_async(lambda: friends(x=ada, o=player()))()).code, ada.pk

    def attend_slowly(**arguments):
        if arguments.get("until"):
            polling.set()
            assert over.wait(PATIENCE)
        attend(**arguments)

    monkeypatch.setattr(services, "record_attendance", attend_slowly)
    poll = asyncio.create_task(asyncio.to_thread(tabs.poll, game.code, ada.pk))
    try:
        await asyncio.to_thread(polling.wait, PATIENCE)
        await tabs.arrive(other)
        async with asyncio.timeout(PATIENCE / 2):
            await tabs._write.task
    finally:
        over.set()
        await poll
    assert await here(game) == "X"
    tabs.leave(other)


async def test_simultaneous_arrivals_take_few_statements(ada, django_assert_max_num_queries):
    games = await database_sync_to_async(lambda: [friends(x=ada, o=player()) for _ in range(20)])()

    def arrive() -> None:
        with django_assert_max_num_queries(20):
            services.record_attendance(process=services.open_process(), arrived=[(game.code, ada.pk) for game in games])

    await database_sync_to_async(arrive)()
    for game in games:
        assert await here(game) == "X"
