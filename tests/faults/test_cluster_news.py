"""5c, 5d and 6: Redis loses all or some messages, is restarted, flushed, frozen or gone. Moves are stored and
acknowledged meanwhile, and the beat makes up for what the other process has missed. 8h: nothing happens at all."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import redis

from tests.faults.audit import Audit
from tests.faults.cluster import beside, made_between, seat_apart
from tests.faults.players import PATIENCE, Crowd
from tests.faults.process import kept_alive
from tests.faults.report import Fault, times
from tests.support.people import two_in_a_game
from tests.support.waiting import eventually
from tools.cluster.cluster import Cluster

HEALED = 15  # seconds until every page has the newest state, with the default beat of 10 s
GAMES = 16
GONE = 10  # seconds
SOON = 5  # seconds to open a page: the page's own timeout


async def people_apart(site: Cluster, *, together: int = 0) -> Crowd:
    """Games whose players use different processes, some with spectators; and as many through the proxy."""
    crowd = await Crowd.gather(site, GAMES)
    for table in crowd.tables[::4]:
        table.add("")
    seat_apart(Crowd(crowd.tables[together:]), site)
    return crowd


@contextlib.asynccontextmanager
async def news_is_lost(site: Cluster) -> AsyncIterator[None]:
    """Disconnect the Redis subscribers again and again."""

    async def cut() -> None:
        with redis.Redis.from_url(site.redis.url) as client:
            while True:
                client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
                await asyncio.sleep(0.05)

    cutting = asyncio.create_task(cut())
    try:
        yield
    finally:
        cutting.cancel()
        await asyncio.gather(cutting, return_exceptions=True)


async def test_all_news_between_processes_is_lost(unhurried, fault):
    fault = fault("5c all news between processes lost, cluster")
    async with (
        news_is_lost(unhurried),
        await people_apart(unhurried) as crowd,
        asyncio.timeout(9 * HEALED),
    ):
        await crowd.play(plies=times(full=9, short=2))
    await healed(crowd, fault)
    # At the other process, moves arrived only by beats.
    assert max(crowd.lags()) > 1


@pytest.fixture
def shaken(unhurried, monkeypatch) -> Iterator[Callable[[int], None]]:
    """Restart the processes so that they receive each other's messages late, twice or never, drawn at random from a
    seed."""

    def shake(seed: int) -> None:
        monkeypatch.setitem(unhurried.environment, "DJANGO_SETTINGS_MODULE", "tests.faults.shaken_settings")
        monkeypatch.setitem(unhurried.environment, "SHAKEN", str(seed))
        unhurried.rolling_restart()

    yield shake
    monkeypatch.undo()
    unhurried.rolling_restart()


async def test_news_between_processes_is_lost_doubled_and_late(unhurried, shaken, fault):
    fault = fault("5d news between processes 30 % lost, 30 % doubled, late and reordered, cluster")
    older = 0
    for seed in range(times(full=3, short=1)):
        await beside(shaken, seed)
        async with await people_apart(unhurried) as crowd, asyncio.timeout(9 * HEALED):
            await crowd.play(plies=times(full=9, short=3))
        await healed(crowd, fault)
        older += sum(page.older for page in crowd.pages)
    assert max(fault.recoveries) > 1  # some messages were disturbed
    fault.note(f"{older} older states reached a page after a newer one")


async def healed(crowd: Crowd, fault: Fault) -> None:
    fault.tried += 1
    fault.recovered(crowd.lags())
    fault.hold(await Audit.of(crowd.tables[0].site, crowd))
    assert max(crowd.lags()) < HEALED


async def break_redis(site: Cluster, fault: Fault, breaking) -> None:
    """Play games while Redis is broken, for as long as `breaking` holds. Half of the games are in one process."""
    async with await people_apart(site, together=GAMES // 2) as crowd, asyncio.timeout(PATIENCE):
        playing = asyncio.create_task(crowd.play(think=1))
        await asyncio.sleep(0.5)
        begun = time.monotonic()
        async with breaking:
            # Newcomers get in and may start games, because no limits can be counted.
            late = [crowd.tables[0].page("X", through=process.url) for process in site.processes]
            for page in late:
                page.open()
            await asyncio.gather(*(page.until(lambda page=page: page.connected, SOON) for page in late))
            await asyncio.to_thread(two_in_a_game, site.url)
            await crowd.tables[-1].pages[0].until(lambda: made_between(crowd, begun, time.monotonic()) > 9)
        stored = made_between(crowd, begun, time.monotonic())
        await playing
        await asyncio.gather(*(page.close() for page in late))
    assert [page.closed for page in (*crowd.pages, *late) if page.closed] == []
    assert {page.said for page in crowd.pages} == {""}
    fault.note(f"{stored} moves made meanwhile")
    await healed(crowd, fault)


@contextlib.asynccontextmanager
async def restarted(site: Cluster) -> AsyncIterator[None]:
    await beside(site.redis.stop)
    await beside(site.redis.start)
    yield


@contextlib.asynccontextmanager
async def flushed(site: Cluster) -> AsyncIterator[None]:
    with redis.Redis.from_url(site.redis.url) as client:
        client.flushall()
    yield


@contextlib.asynccontextmanager
async def gone(site: Cluster) -> AsyncIterator[None]:
    await beside(site.redis.stop)
    try:
        yield
        await asyncio.sleep(GONE)
    finally:
        await beside(site.redis.start)


@contextlib.asynccontextmanager
async def frozen(site: Cluster) -> AsyncIterator[None]:
    await beside(site.redis.pause)
    try:
        yield
        await asyncio.sleep(GONE)
    finally:
        await beside(site.redis.resume)


async def test_redis_is_restarted(unhurried, fault):
    for _time in range(times(full=5, short=1)):
        await break_redis(unhurried, fault("6 Redis restarted, cluster"), restarted(unhurried))


async def test_redis_is_flushed(unhurried, fault):
    for _time in range(times(full=5, short=1)):
        await break_redis(unhurried, fault("6b Redis flushed, cluster"), flushed(unhurried))


async def test_redis_is_gone_for_10_s(unhurried, fault):
    for _time in range(times(full=5, short=1)):
        await break_redis(unhurried, fault("6c Redis gone for 10 s, cluster"), gone(unhurried))


async def test_redis_is_frozen_for_10_s(unhurried, fault):
    for _time in range(times(full=5, short=1)):
        await break_redis(unhurried, fault("6d Redis frozen for 10 s, cluster"), frozen(unhurried))


async def test_idle_sockets_stay_open_behind_the_proxy(unhurried, fault):
    """nginx closes connections that are silent for 60 s; pings and beats keep idle pages connected."""
    fault, idle = fault("8h idle behind the proxy for longer than its timeouts, cluster"), times(full=75, short=12)
    async with await people_apart(unhurried, together=GAMES) as crowd:
        await asyncio.sleep(idle)
        assert [page.closed for page in crowd.pages if page.closed] == []
        async with asyncio.timeout(PATIENCE):
            await crowd.play()
    assert [page.closed for page in crowd.pages if page.closed] == []
    fault.tried += len(crowd.pages)
    fault.hold(await Audit.of(unhurried, crowd))
    fault.note(f"idle for {idle} s, a beat every 10 s")


async def test_a_link_to_redis_that_is_cut_without_a_word_is_noticed(cluster):
    """Keepalive must detect it: otherwise a process would listen to a dead link for ever."""
    await asyncio.to_thread(two_in_a_game, cluster.url)
    async with await people_apart(cluster):
        # One to subscribe, one to publish.
        await eventually(lambda: len(kept_alive(cluster.redis.port)) >= 2 * len(cluster.processes))
        # A connection with data under way has a different timer at that moment, so poll.
        await eventually(lambda: all(kept_alive(cluster.redis.port)))
