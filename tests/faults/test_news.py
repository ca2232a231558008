"""5: news of moves gets lost, or arrives twice, late or out of order; beats make up for it."""

import asyncio

from tests.faults.audit import Audit
from tests.faults.players import Crowd
from tests.faults.report import times

HEALED = 15  # seconds until every page has the newest state, with the default beat of 10 s
GAMES = 16


async def play_in_the_fog(site, fault, plies: int) -> Crowd:
    async with await Crowd.gather(site, GAMES) as crowd:
        for table in crowd.tables[::4]:
            table.add("").open()
        await crowd.play(plies=plies)
    fault.tried += GAMES
    fault.recovered(crowd.lags())
    fault.hold(await Audit.of(site, crowd))
    assert max(crowd.lags()) < HEALED
    return crowd


async def test_all_news_is_lost(make_site, fault):
    fault, site = fault("5 all news of games lost"), make_site("deaf", "1")
    async with asyncio.timeout(9 * HEALED):
        crowd = await play_in_the_fog(site, fault, plies=times(full=9, short=2))
    # Every move reached the opponent's page only by a beat.
    assert max(crowd.lags()) > 1


async def test_news_is_lost_doubled_and_late(make_site, fault):
    fault = fault("5b news 30 % lost, 30 % doubled, late and reordered")
    older = 0
    for seed in range(times(full=3, short=1)):
        crowd = await play_in_the_fog(make_site("shaken", str(seed)), fault, plies=times(full=9, short=3))
        older += sum(page.older for page in crowd.pages)
    fault.note(f"{older} older states reached a page after a newer one")
