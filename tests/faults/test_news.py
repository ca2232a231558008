"""5: news of moves gets lost, or arrives twice, late or out of order. 6: Redis is restarted, frozen or down. Moves are
stored and acknowledged meanwhile, and beats replace lost news. 8h: sockets are idle."""

import asyncio
import time
from contextlib import AbstractAsyncContextManager

import pytest

from tests.faults.audit import Audit
from tests.faults.breaks import Break, redis_frozen, redis_restarted, redis_stopped
from tests.faults.cluster import GAMES, check_recovered, crowds, during_play, made_between, play_through, seat_apart
from tests.faults.players import GAME_TIMEOUT, Crowd
from tests.faults.report import Fault, times
from tests.support.people import two_in_a_game
from tools.cluster.cluster import Cluster

OPENING_TIMEOUT = 5  # seconds, as in the page's script


async def play_with_broken_news(site, fault, plies: int) -> Crowd:
    [crowd] = await crowds(site, 1)
    await play_through(crowd, fault, tried=GAMES, plies=plies)
    check_recovered(crowd, fault)
    return crowd


async def test_play_goes_on_when_all_news_is_lost(make_site, fault):
    fault, site = fault("5 all news of games lost"), make_site("lossy", "1")
    crowd = await play_with_broken_news(site, fault, plies=times(full=9, short=2))
    # Every move reached the opponent's page only by a beat.
    assert max(crowd.lags()) > 1


async def test_play_goes_on_when_news_is_lost_doubled_and_late(make_site, fault):
    fault = fault("5b news 30 % lost, 30 % doubled, late and reordered")
    older = 0
    for seed in range(times(full=3, short=1)):
        crowd = await play_with_broken_news(make_site("unreliable", str(seed)), fault, plies=times(full=9, short=3))
        older += sum(page.older for page in crowd.pages)
    fault.note(f"{older} older states reached a page after a newer one")


async def break_redis(site: Cluster, crowd: Crowd, fault: Fault, breaking: AbstractAsyncContextManager) -> None:
    """Play games while Redis is broken, half of them with the players at different processes."""
    seat_apart(Crowd(crowd.tables[GAMES // 2 :]), site)
    late = [crowd.tables[0].page("X", through=process.url) for process in site.processes]
    async with during_play(crowd, fault, think=1):
        begun = time.monotonic()
        async with breaking:
            # Newcomers can start games, although limits cannot be counted.
            for page in late:
                page.open()
            await asyncio.gather(*(page.until(lambda page=page: page.connected, OPENING_TIMEOUT) for page in late))
            await asyncio.to_thread(two_in_a_game, site.url)
            await crowd.tables[-1].pages[0].until(lambda: made_between(crowd, begun, time.monotonic()) > 9)
        fault.note(f"{made_between(crowd, begun, time.monotonic())} moves made meanwhile")
    await asyncio.gather(*(page.close() for page in late))
    assert [page.closed for page in (*crowd.pages, *late) if page.closed] == []
    assert {page.refusal for page in crowd.pages} == {""}
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
    for number, crowd in enumerate(await crowds(default_beat, times(full=5, short=1))):
        await break_redis(default_beat, crowd, fault(name), breaks(default_beat, number))


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
