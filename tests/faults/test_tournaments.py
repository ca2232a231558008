"""17: the server goes away under a tournament."""

import asyncio
import random
import time

from tests.faults.process import errors
from tests.faults.report import times
from tests.faults.tournaments import Party

PEOPLE = 16


async def test_kill_9_under_a_tournament(make_site, fault):
    fault, site = fault("17 kill -9 of the server under a tournament"), make_site(BEAT="2")
    party = await Party.gather(site, PEOPLE)
    async with party.under_way():
        for _time in range(times(full=10, short=2)):
            await asyncio.sleep(random.uniform(2, 5))
            site.process.kill()
            await asyncio.to_thread(site.process.wait)
            await asyncio.to_thread(site.start)
            await party.play_again(fault, time.monotonic())
    await party.hold(fault)
    assert errors(site) == []
