"""A server process's stored open pages, and their repair after failures."""

import asyncio
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async

from games.play import services, tabs
from games.play.models import Attendance, Game, Process
from tests.support.games import friends, player
from tests.support.presence import presence_of
from tests.support.waiting import PATIENCE, eventually

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(tabs, "GRACE", 0.01)
    monkeypatch.setattr(tabs, "_polled", {})
    monkeypatch.setattr(tabs, "RENEWED_EVERY", timedelta(seconds=0.05))
    monkeypatch.setattr("games.play.selectors.presence.LEASE", timedelta(hours=1))  # so that no lease expires


@pytest.fixture
def key(game, ada) -> tabs.Key:
    return game.code, ada.pk


@pytest.fixture
def before_recording(monkeypatch) -> Callable[[str, Callable[[], object]], None]:
    """Let a test do something just before attendance with this argument is recorded."""

    def interrupt(argument: str, act: Callable[[], object]) -> None:
        def record(**arguments) -> None:
            if arguments.get(argument):
                act()
            recorded(**arguments)

        recorded = services.record_attendance
        monkeypatch.setattr(services, "record_attendance", record)

    return interrupt


presence = database_sync_to_async(presence_of)


async def here(game: Game) -> str:
    return (await presence(game.code)).here


async def presence_becomes(game: Game, here: str = "", watchers: int = 0) -> None:
    """Wait until exactly the players with these marks and this number of spectators are present."""
    async with asyncio.timeout(PATIENCE):
        while (found := await presence(game.code)).here != here or found.watchers != watchers:
            pass


async def test_a_player_has_one_row_however_many_tabs_are_open(game, key):
    for _tab in range(3):
        await tabs.arrive(key)
    await presence_becomes(game, "X")
    for _tab in range(3):
        tabs.leave(key)
    await presence_becomes(game)
    assert await Attendance.objects.acount() == 1


async def test_a_reloading_page_never_shows_as_away(game, key, published, monkeypatch):
    monkeypatch.setattr(tabs, "GRACE", 0.05)
    await tabs.arrive(key)
    await presence_becomes(game, "X")
    published.clear()
    tabs.leave(key)
    await tabs.arrive(key)
    await database_sync_to_async(lambda: None)()
    assert await here(game) == "X"
    assert {presence.left for _room, _kind, presence in published} <= {""}
    tabs.leave(key)
    await presence_becomes(game)
    await eventually(lambda: published and published[-1][2].left == "X")  # wait for the final presence


async def test_a_failed_write_is_retried(game, key, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(services, "record_attendance", lambda **_: 1 / 0)
        await tabs.arrive(key)
        await tabs._write.task
    assert await here(game) == ""
    await presence_becomes(game, "X")
    tabs.leave(key)
    await presence_becomes(game)


async def test_a_process_whose_row_was_deleted_writes_everything_again(game, key):
    await tabs.arrive(key)
    await presence_becomes(game, "X")
    await Process.objects.all().adelete()
    await presence_becomes(game, "X")
    tabs.leave(key)
    await presence_becomes(game)


async def test_spectators_are_counted_one_by_one(game):
    for _tab in range(2):
        await tabs.arrive((game.code, None))
    await presence_becomes(game, watchers=2)
    for _tab in range(2):
        tabs.leave((game.code, None))
    await presence_becomes(game)


async def test_another_arrival_does_not_shorten_the_grace(game, ada, key, monkeypatch):
    other = await database_sync_to_async(lambda: friends(x=ada, o=player()))()
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
        await presence_becomes(one)


def test_a_failing_database_does_not_fail_a_page_that_polls(key, monkeypatch, caplog):
    monkeypatch.setattr(services, "record_attendance", lambda **_: 1 / 0)
    tabs.poll(*key)
    assert [str(record.exc_info[1]) for record in caplog.records] == ["division by zero"]


def test_a_second_poll_soon_after_writes_nothing(game, key, django_assert_num_queries):
    tabs.poll(*key)
    assert presence_of(game.code).here == "X"
    with django_assert_num_queries(0):
        tabs.poll(*key)


async def test_a_polling_player_who_opens_and_closes_a_socket_stays_present(game, key):
    poll = database_sync_to_async(tabs.poll)
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


async def test_a_poll_during_the_write_of_a_leave_counts_with_the_next_poll(game, key, before_recording):
    await tabs.arrive(key)
    await presence_becomes(game, "X")
    before_recording("left", lambda: tabs.poll(*key))
    tabs.leave(key)
    await presence_becomes(game)
    await database_sync_to_async(tabs.poll)(*key)
    assert await here(game) == "X"


async def test_a_socket_that_opens_during_the_write_of_a_poll_is_written_again(game, key, before_recording):
    before_recording("until", lambda: tabs._tabs.update([key]))  # a socket arrives and is stored before this poll
    await database_sync_to_async(tabs.poll)(*key)
    tabs._write.start()
    await tabs._write.task
    assert (await Attendance.objects.aget()).left_at is None
    tabs.leave(key)
    await presence_becomes(game)


async def test_a_poll_waiting_for_the_database_blocks_no_other_write(game, ada, key, before_recording):
    """The thread that stores moves also records attendance, so it must not wait for a poll's transaction."""
    polling, over = threading.Event(), threading.Event()
    other = (await database_sync_to_async(lambda: friends(x=ada, o=player()))()).code, ada.pk
    before_recording("until", lambda: polling.set() or over.wait(PATIENCE))
    poll = asyncio.create_task(asyncio.to_thread(tabs.poll, *key))
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
