"""18: a machine with processes, or the machine of Redis, is cut off or lost. 19: so is the database's machine, and its
standby takes over; or the standby's machine fails."""

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import psycopg
import pytest

from tests.faults.cluster import during_play, in_thread, made_between, resumption_times, seat_at
from tests.faults.installation import ALONE, RELOAD, Installation, kill_all
from tests.faults.network import Machine
from tests.faults.players import Crowd
from tests.faults.report import Fault, times
from tictactoe_site.settings import POSTGRESQL

GAMES = times(full=16, short=4)
PLIES = times(full=16, short=8)  # of each game, at most
THINK = times(full=2, short=1)  # seconds for a move, at most
CUT = times(full=10, short=6)  # seconds
DECISION = 3  # seconds until the host acts
DETECTION = 15  # seconds after which the kernel reports a dead link: pubsub.KEEPALIVE


@contextlib.asynccontextmanager
async def played(site: Installation, fault: Fault, *, apart: bool = False) -> AsyncIterator[Crowd]:
    """Let people play through nginx or, if `apart`, with opponents on different machines. Adds to the fault the time
    until each game goes on, and the longest time without a move in any game."""
    crowd = await Crowd.gather(site, GAMES)
    if apart:
        seat_at(crowd, [host.processes[0].url for host in site.hosts])
    async with during_play(crowd, fault, think=THINK, plies=PLIES):
        begun = time.monotonic()
        yield crowd
    fault.recovered(resumption_times(crowd, begun))
    made = [click.at + click.took for page in crowd.pages for click in page.clicks if click.end == "made"]
    moments = sorted([begun, *(at for at in made if at > begun)])
    fault.note(f"no move for {max(later - earlier for earlier, later in itertools.pairwise(moments)):.1f} s")


# Parts before and after the `yield` of these break the installation, and repair it after the games.


async def cut_off(machine: Machine) -> None:
    await in_thread(machine.cut)
    await asyncio.sleep(CUT)
    await in_thread(machine.repair)


async def machine_cut_off(site: Installation) -> AsyncIterator[None]:
    await cut_off(site.busiest.machine)
    yield


async def machine_lost(site: Installation) -> AsyncIterator[None]:
    host = site.busiest
    await in_thread(host.lose)
    yield
    await in_thread(host.restore)


async def primary_cut_off(site: Installation) -> AsyncIterator[None]:
    await cut_off(site.primary.machine)
    yield


async def primary_cut_off_and_standby_promoted(site: Installation) -> AsyncIterator[None]:
    """The host stops the old primary before its link is restored, because it would accept connections again."""
    old = site.primary
    await in_thread(old.machine.cut)
    await asyncio.sleep(DECISION)
    await in_thread(site.promote)
    await in_thread(kill_all, old)
    await asyncio.sleep(CUT - DECISION)
    await in_thread(old.machine.repair)
    yield
    await in_thread(site.follow)


async def primary_killed_and_standby_promoted(site: Installation) -> AsyncIterator[None]:
    await in_thread(kill_all, site.primary)
    await asyncio.sleep(DECISION)
    await in_thread(site.promote)
    yield
    await in_thread(site.follow)


@pytest.mark.parametrize(
    ("name", "breaks"),
    [
        (f"18 the link of one machine of two cut for {CUT} s, machines", machine_cut_off),
        ("18b a machine killed whole, machines", machine_lost),
        (
            f"19 PostgreSQL cut off, its standby promoted {DECISION} s later, and the old one stopped, machines",
            primary_cut_off_and_standby_promoted,
        ),
        (
            f"19b kill -9 of PostgreSQL, its standby promoted {DECISION} s later, machines",
            primary_killed_and_standby_promoted,
        ),
        (f"19c PostgreSQL cut off for {CUT} s, machines", primary_cut_off),
    ],
)
async def test_games_go_on_after_a_machine_has_failed(
    machines, fault, name: str, breaks: Callable[[Installation], AsyncIterator[None]]
):
    for _time in range(times(full=10, short=1)):
        async with AsyncExitStack() as broken, played(machines, fault(name)):
            await broken.enter_async_context(contextlib.asynccontextmanager(breaks)(machines))


async def test_a_machine_is_cut_off_while_it_changes_games(machines, fault):
    """Without TCP keepalive, PostgreSQL would keep the rows locked for hours."""
    fault = fault("18c a machine cut off for good that was just changing all games, machines")
    [lost, other] = machines.hosts
    for _time in range(times(full=5, short=1)):
        crowd = await Crowd.gather(machines, GAMES)
        seat_at(crowd, [other.processes[0].url])
        with lost.machine.entered():
            connection = psycopg.connect(machines.primary.url, options=POSTGRESQL["options"])
        with contextlib.closing(connection):
            async with during_play(crowd, fault, think=THINK, plies=PLIES):
                connection.execute("UPDATE games_game SET version = version")
                begun = await in_thread(lost.machine.cut)
            fault.recovered(resumption_times(crowd, begun))
        await in_thread(lost.machine.repair)


async def test_the_machine_of_redis_is_lost_and_returns_empty(machines, fault):
    fault, redis = fault(f"18e the machine of Redis gone for {DETECTION} s, and back empty, machines"), machines.redis
    for _time in range(times(full=5, short=1)):
        async with played(machines, fault, apart=True) as crowd:
            gone = await in_thread(redis.lose)
            await asyncio.sleep(DETECTION)
            await in_thread(redis.machine.repair)
            back = await in_thread(redis.start)
        fault.note(f"{made_between(crowd, gone, back)} moves made meanwhile")


async def test_without_its_standby_the_primary_acknowledges_nothing_until_the_host_allows_it(machines, fault):
    fault, standby = fault("19d the standby gone, and the primary told to go on alone, machines"), machines.standby
    for _time in range(times(full=5, short=1)):
        async with played(machines, fault) as crowd:
            gone = await in_thread(standby.lose)
            await asyncio.sleep(DECISION)
            allowed_at = time.monotonic()
            await in_thread(machines.primary.ask, ALONE, RELOAD)
        assert made_between(crowd, gone + 2, allowed_at) == 0  # by then earlier transactions have finished
        await in_thread(standby.machine.repair)
        await in_thread(standby.start)
        await in_thread(machines.primary.wait_for_standby)
