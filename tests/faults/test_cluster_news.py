"""6: Redis is restarted, frozen or down. Moves are stored and acknowledged meanwhile, and beats replace lost news.
8h: sockets are idle."""

import asyncio
import time

import pytest

from tests.faults.audit import Audit
from tests.faults.breaks import Break, redis_frozen, redis_restarted, redis_stopped
from tests.faults.cluster import GAMES, check_recovered, crowds, made_between, seat_apart
from tests.faults.players import GAME_TIMEOUT, Crowd
from tests.faults.report import Fault, times
from tests.support.people import two_in_a_game
from tools.cluster.cluster import Cluster

OPENING_TIMEOUT = 5  # seconds, as in the page's script


async def break_redis(site: Cluster, fault: Fault, breaking) -> None:
    """Play games while Redis is broken, half of them with the players at different processes."""
    [crowd] = await crowds(site, 1)
    seat_apart(Crowd(crowd.tables[GAMES // 2 :]), site)
    async with crowd, asyncio.timeout(GAME_TIMEOUT):
        playing = asyncio.create_task(crowd.play(think=1))
        await asyncio.sleep(0.5)
        begun = time.monotonic()
        async with breaking:
            # Newcomers can start games, although limits cannot be counted.
            late = [crowd.tables[0].page("X", through=process.url) for process in site.processes]
            for page in late:
                page.open()
            await asyncio.gather(*(page.until(lambda page=page: page.connected, OPENING_TIMEOUT) for page in late))
            await asyncio.to_thread(two_in_a_game, site.url)
            await crowd.tables[-1].pages[0].until(lambda: made_between(crowd, begun, time.monotonic()) > 9)
        stored = made_between(crowd, begun, time.monotonic())
        await playing
        await asyncio.gather(*(page.close() for page in late))
    assert [page.closed for page in (*crowd.pages, *late) if page.closed] == []
    assert {page.refusal for page in crowd.pages} == {""}
    fault.note(f"{stored} moves made meanwhile")
    fault.tried += 1
    fault.add(await Audit.of(site, crowd))
    check_recovered(crowd, fault)


@pytest.mark.parametrize(
    ("name", "breaks"),
    [
        ("6 Redis restarted, cluster", redis_restarted),
        ("6c Redis gone for 10 s, cluster", redis_stopped),
        ("6d Redis frozen for 10 s, cluster", redis_frozen),
    ],
)
async def test_moves_go_on_while_redis_fails(default_beat, fault, name: str, breaks: Break):
    for number in range(times(full=5, short=1)):
        await break_redis(default_beat, fault(name), breaks(default_beat, number))


async def test_idle_sockets_stay_open_behind_the_proxy(default_beat, fault):
    """nginx closes connections that are silent for 60 s, but pings and beats keep idle pages connected."""
    fault, idle = fault("8h idle behind the proxy for longer than its timeouts, cluster"), times(full=75, short=12)
    [crowd] = await crowds(default_beat, 1)
    async with crowd:
        await asyncio.sleep(idle)
        assert [page.closed for page in crowd.pages if page.closed] == []
        async with asyncio.timeout(GAME_TIMEOUT):
            await crowd.play()
    assert [page.closed for page in crowd.pages if page.closed] == []
    fault.tried += len(crowd.pages)
    fault.add(await Audit.of(default_beat, crowd))
    fault.note(f"idle for {idle} s, a beat every 10 s")
