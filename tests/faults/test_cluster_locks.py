"""7e: another transaction locks games in play, for long or in a deadlock. Each waiting move, like the others in its
transaction, is stored once, or its player is asked to retry."""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator

import pytest

from tests.faults.audit import Audit
from tests.faults.breaks import Locker, locker, waiting_for_locks
from tests.faults.cluster import AGAIN
from tests.faults.players import GAME_TIMEOUT, Click, Crowd, Table
from tests.faults.report import times
from tests.support.people import Person
from tests.support.waiting import eventually
from tools.cluster.cluster import Cluster

NAME = "7e games held by another transaction, PostgreSQL, cluster"
ARRIVAL = 0.5  # seconds within which a frame surely reaches the process
CELL = "4"


@contextlib.asynccontextmanager
async def three_in_one_process(site: Cluster, fault) -> AsyncIterator[Crowd]:
    """Create three games in one process. When the context ends, play them to their end."""
    crowd = await Crowd.gather(site, 3)
    for page in crowd.pages:
        page.origin = site.processes[0].url
    async with crowd, asyncio.timeout(GAME_TIMEOUT):
        yield crowd
        await crowd.play()
    fault.tried += 1
    fault.add(await Audit.of(site, crowd))


@contextlib.asynccontextmanager
async def queued_up(site: Cluster, first: Table, *tables: Table) -> AsyncIterator[list[Click]]:
    """Queue a move of each of these tables behind a blocked move of the first one. The block ends with the context."""
    with locker(site) as gate:
        gate.lock(first.code)
        await first.pages[0].click(CELL)
        await eventually(lambda: waiting_for_locks(site))
        yield [await table.pages[0].click(CELL) for table in tables]
        await asyncio.sleep(ARRIVAL)
        gate.release()


async def answered(crowd: Crowd) -> None:
    await asyncio.gather(*(page.until(lambda page=page: not page.unanswered) for page in crowd.pages))


async def deadlocked(site: Cluster, other: Locker, code: str) -> bool:
    """Let `other`, for which the site's transaction waits, lock this game too. Return whether that causes a deadlock.

    It does if the site's transaction already holds the game, which depends on the order in which PostgreSQL locks rows.
    PostgreSQL looks for a deadlock only once, after a second of waiting, so a slow try does not count.
    """
    begun = time.monotonic()
    await eventually(lambda: waiting_for_locks(site) == 1)
    if time.monotonic() - begun > ARRIVAL:
        return False
    locking = asyncio.create_task(asyncio.to_thread(other.lock, code))
    await eventually(lambda: locking.done() or waiting_for_locks(site) == 2)
    deadlock = not locking.done()
    await locking
    return deadlock


async def test_moves_survive_a_deadlock_of_two_transactions(cluster, fault):
    fault, deadlocks = fault(NAME), 0
    while deadlocks < times(full=5, short=1):
        held, wanted = random.sample([1, 2], 2)
        async with three_in_one_process(cluster, fault) as crowd:
            with locker(cluster) as other:
                async with queued_up(cluster, *crowd.tables) as clicks:
                    other.lock(crowd.tables[held].code)
                deadlocks += await deadlocked(cluster, other, crowd.tables[wanted].code)
            await answered(crowd)
            assert [click.end for click in clicks] == ["made", "made"]
    fault.note(f"{deadlocks} deadlocks of moves")


@pytest.mark.parametrize("joins", [False, True])
async def test_a_new_name_shown_in_two_games_survives_a_deadlock(cluster, fault, joins):
    """The form for names sends the new name or, if `joins`, the form that joins a friend's game."""
    fault, deadlocks = fault(NAME), 0
    while deadlocks < times(full=5, short=1):
        ada, ben, name = Person(cluster.url), Person(cluster.url), f"Ada {deadlocks}"
        hosts = (ada, ben if joins else ada)
        codes = [person.post("/new/friend/", side="X").url.split("/")[4] for person in hosts]
        held, wanted = reversed(codes) if joins else random.sample(codes, 2)
        form = f"/g/{held}/join/" if joins else "/name/"
        with locker(cluster) as other:
            other.lock(held)
            sent = asyncio.create_task(asyncio.to_thread(ada.post, form, name=name))
            deadlocks += await deadlocked(cluster, other, wanted)
        assert (await sent).status == 200
        assert all(name in ben.get(f"/g/{code}/").text for code in codes)
        fault.tried += 1
    fault.note(f"{deadlocks} of {'players who joined with a new name' if joins else 'names'}")


async def test_a_game_locked_for_too_long_blocks_only_its_own_moves(cluster, fault):
    fault, slowest = fault(NAME), 0.0
    for _time in range(times(full=5, short=1)):
        async with three_in_one_process(cluster, fault) as crowd:
            with locker(cluster) as other:
                async with queued_up(cluster, *crowd.tables) as clicks:
                    other.lock(crowd.tables[1].code)
                await answered(crowd)
            assert [click.end for click in clicks] == ["refused", "made"]
            assert crowd.tables[1].pages[0].refusal == AGAIN
            slowest = max(slowest, clicks[1].took)
    fault.note(f"a move beside one that can't be stored took {slowest:.1f} s at most")
