"""19: the database's machine is killed or cut off, and its standby takes over; or the standby's machine fails."""

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator

from tests.faults.cluster import in_thread, made_between
from tests.faults.cuts import CUT, played
from tests.faults.installation import ALONE, RELOAD, Installation, kill_all
from tests.faults.players import Crowd
from tests.faults.report import Fault, times

DECISION = 3  # seconds until the host acts


def longest_without_moves(crowd: Crowd, since: float) -> float:
    """Return the longest time after `since` without a move in any game, in seconds."""
    made = [click.at + click.took for page in crowd.pages for click in page.clicks if click.end == "made"]
    moments = sorted([since, *(at for at in made if at > since)])
    return max(later - earlier for earlier, later in itertools.pairwise(moments))


@contextlib.asynccontextmanager
async def database_lost(site: Installation, fault: Fault) -> AsyncIterator[Crowd]:
    async with played(site, fault) as crowd:
        begun = time.monotonic()
        yield crowd
    fault.note(f"no move for {longest_without_moves(crowd, begun):.1f} s")


async def test_the_primary_is_cut_off_and_its_standby_promoted(machines, fault):
    """The host stops the old primary before its link is restored, because it would accept connections again."""
    fault = fault(f"19 PostgreSQL cut off, its standby promoted {DECISION} s later, and the old one stopped, machines")
    for _time in range(times(full=10, short=1)):
        async with database_lost(machines, fault):
            old = machines.primary
            await in_thread(old.machine.cut)
            await asyncio.sleep(DECISION)
            await in_thread(machines.promote)
            await in_thread(kill_all, old)
            await asyncio.sleep(CUT - DECISION)
            await in_thread(old.machine.repair)
        await in_thread(machines.follow)


async def test_the_primary_is_killed_and_its_standby_promoted(machines, fault):
    fault = fault(f"19b kill -9 of PostgreSQL, its standby promoted {DECISION} s later, machines")
    for _time in range(times(full=10, short=1)):
        async with database_lost(machines, fault):
            await in_thread(kill_all, machines.primary)
            await asyncio.sleep(DECISION)
            await in_thread(machines.promote)
        await in_thread(machines.follow)


async def test_the_primary_is_cut_off_briefly_without_a_promotion(machines, fault):
    fault = fault(f"19c PostgreSQL cut off for {CUT} s, machines")
    for _time in range(times(full=10, short=1)):
        async with database_lost(machines, fault):
            await in_thread(machines.primary.machine.cut)
            await asyncio.sleep(CUT)
            await in_thread(machines.primary.machine.repair)


async def test_without_its_standby_the_primary_acknowledges_nothing_until_the_host_allows_it(machines, fault):
    fault, standby = fault("19d the standby gone, and the primary told to go on alone, machines"), machines.standby
    for _time in range(times(full=5, short=1)):
        async with database_lost(machines, fault) as crowd:
            gone = await in_thread(standby.lose)
            await asyncio.sleep(DECISION)
            allowed_at = time.monotonic()
            await in_thread(machines.primary.ask, ALONE, RELOAD)
        assert made_between(crowd, gone + 2, allowed_at) == 0  # by then earlier transactions have finished
        await in_thread(standby.machine.repair)
        await in_thread(standby.start)
        await in_thread(machines.primary.wait_for_standby)
