"""6: Redis is restarted, frozen or down. Moves are stored and acknowledged meanwhile, and beats make up for lost news.
8h: idle sockets."""

import asyncio
import time

import pytest

from tests.faults.audit import Audit
from tests.faults.breaks import Break, redis_frozen, redis_restarted, redis_stopped
from tests.faults.cluster import made_between, seat_apart
from tests.faults.players import PATIENCE, Crowd
from tests.faults.report import Fault, times
from tests.support.people import two_in_a_game
from tools.cluster.cluster import Cluster

HEALED = 15  # seconds until every page has the newest state, with the default beat of 10 s
GAMES = 16
SOON = 5  # seconds to open a page: the page's own timeout


async def people_apart(site: Cluster, *, together: int = 0) -> Crowd:
    """Create games whose players use different processes, some with spectators, and `together` games through the
    proxy."""
    crowd = await Crowd.gather(site, GAMES)
    for table in crowd.tables[::4]:
        table.add("")
    seat_apart(Crowd(crowd.tables[together:]), site)
    return crowd


async def healed(crowd: Crowd, fault: Fault) -> None:
    fault.tried += 1
    fault.recovered(crowd.lags())
    fault.hold(await Audit.of(crowd.tables[0].site, crowd))
    assert max(crowd.lags()) < HEALED


async def break_redis(site: Cluster, fault: Fault, breaking) -> None:
    """Play games while Redis is broken, half of them in one process."""
    async with await people_apart(site, together=GAMES // 2) as crowd, asyncio.timeout(PATIENCE):
        playing = asyncio.create_task(crowd.play(think=1))
        await asyncio.sleep(0.5)
        begun = time.monotonic()
        async with breaking:
            # Newcomers may start games, because limits cannot be counted.
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


@pytest.mark.parametrize(
    ("name", "breaks"),
    [
        ("6 Redis restarted, cluster", redis_restarted),
        ("6c Redis gone for 10 s, cluster", redis_stopped),
        ("6d Redis frozen for 10 s, cluster", redis_frozen),
    ],
)
async def test_redis_fails_for_a_while(default_beat, fault, name: str, breaks: Break):
    for number in range(times(full=5, short=1)):
        await break_redis(default_beat, fault(name), breaks(default_beat, number))


async def test_idle_sockets_stay_open_behind_the_proxy(default_beat, fault):
    """nginx closes connections that are silent for 60 s, but pings and beats keep idle pages connected."""
    fault, idle = fault("8h idle behind the proxy for longer than its timeouts, cluster"), times(full=75, short=12)
    async with await people_apart(default_beat, together=GAMES) as crowd:
        await asyncio.sleep(idle)
        assert [page.closed for page in crowd.pages if page.closed] == []
        async with asyncio.timeout(PATIENCE):
            await crowd.play()
    assert [page.closed for page in crowd.pages if page.closed] == []
    fault.tried += len(crowd.pages)
    fault.hold(await Audit.of(default_beat, crowd))
    fault.note(f"idle for {idle} s, a beat every 10 s")
