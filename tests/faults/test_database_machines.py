"""19: the database's machine is killed or cut off, and its standby takes over; and the standby's machine fails."""

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator

from tests.faults.cluster import beside, made_between
from tests.faults.cuts import CUT, played
from tests.faults.installation import ALONE, RELOAD, Installation, kill_all
from tests.faults.players import Crowd
from tests.faults.report import Fault, times

DECIDED = 3  # seconds until the host promotes the standby


def longest_without_moves(crowd: Crowd, since: float) -> float:
    """Return the longest time without a move in any game since then, in seconds."""
    made = [click.at + click.took for page in crowd.pages for click in page.clicks if click.end == "made"]
    moments = sorted([since, *(at for at in made if at > since)])
    return max(later - earlier for earlier, later in itertools.pairwise(moments))


@contextlib.asynccontextmanager
async def database_lost(site: Installation, fault: Fault) -> AsyncIterator[Crowd]:
    async with played(site, fault) as crowd:
        begun = time.monotonic()
        yield crowd
    fault.note(f"no move for {longest_without_moves(crowd, begun):.1f} s")


async def test_the_primary_is_cut_off_and_its_standby_has_been_promoted(machines, fault):
    """The host stops the former primary before its machine returns; otherwise it would accept connections again."""
    fault = fault(f"19 PostgreSQL cut off, its standby promoted {DECIDED} s later, and the old one stopped, machines")
    for _time in range(times(full=10, short=1)):
        async with database_lost(machines, fault):
            old = machines.primary
            await beside(old.machine.cut)
            await asyncio.sleep(DECIDED)
            await beside(machines.promote)
            await beside(kill_all, old)
            await asyncio.sleep(CUT - DECIDED)
            await beside(old.machine.mend)
        await beside(machines.follow)


async def test_kill_9_of_the_primary_and_the_standby_is_promoted(machines, fault):
    fault = fault(f"19b kill -9 of PostgreSQL, its standby promoted {DECIDED} s later, machines")
    for _time in range(times(full=10, short=1)):
        async with database_lost(machines, fault):
            await beside(kill_all, machines.primary)
            await asyncio.sleep(DECIDED)
            await beside(machines.promote)
        await beside(machines.follow)


async def test_the_primary_is_cut_off_briefly_and_its_standby_not_promoted(machines, fault):
    fault = fault(f"19c PostgreSQL cut off for {CUT} s, machines")
    for _time in range(times(full=10, short=1)):
        async with database_lost(machines, fault):
            await beside(machines.primary.machine.cut)
            await asyncio.sleep(CUT)
            await beside(machines.primary.machine.mend)


async def test_without_its_standby_the_primary_acknowledges_nothing_until_told_to(machines, fault):
    fault, standby = fault("19d the standby gone, and the primary told to go on alone, machines"), machines.standby
    for _time in range(times(full=5, short=1)):
        async with database_lost(machines, fault) as crowd:
            gone = await beside(standby.lose)
            await asyncio.sleep(DECIDED)
            promoted_at = time.monotonic()
            await beside(machines.primary.ask, ALONE, RELOAD)
        assert made_between(crowd, gone + 2, promoted_at) == 0  # earlier transactions have finished by then
        await beside(standby.machine.mend)
        await beside(standby.start)
        await beside(machines.primary.wait_for_standby)
