"""5: news of moves gets lost, or arrives twice, late or out of order; beats replace it."""

import asyncio

from tests.faults.audit import Audit
from tests.faults.cluster import CATCH_UP_TIME, GAMES, check_recovered, crowds
from tests.faults.players import Crowd
from tests.faults.report import times


async def play_with_broken_news(site, fault, plies: int) -> Crowd:
    [crowd] = await crowds(site, 1)
    async with crowd:
        await crowd.play(plies=plies)
    fault.tried += GAMES
    fault.add(await Audit.of(site, crowd))
    check_recovered(crowd, fault)
    return crowd


async def test_play_goes_on_when_all_news_is_lost(make_site, fault):
    fault, site = fault("5 all news of games lost"), make_site("lossy", "1")
    async with asyncio.timeout(9 * CATCH_UP_TIME):
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
