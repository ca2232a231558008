"""7e: another transaction locks games in play for long, or in a deadlock. Each move, and everything that shares its
transaction, is stored once or asked to retry."""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator

import pytest

from tests.faults.audit import Audit
from tests.faults.breaks import Hand, hand, waiting
from tests.faults.cluster import AGAIN
from tests.faults.players import PATIENCE, Click, Crowd, Table
from tests.faults.report import times
from tests.support.people import Person
from tests.support.waiting import eventually
from tools.cluster.cluster import Cluster

NAME = "7e games held by another transaction, PostgreSQL, cluster"
UNDER_WAY = 0.5  # seconds, more than enough for a frame to reach the process
CELL = "4"


@contextlib.asynccontextmanager
async def three_in_one_process(site: Cluster, fault) -> AsyncIterator[Crowd]:
    """Three games in one process, which are played to their end afterwards."""
    crowd = await Crowd.gather(site, 3)
    for page in crowd.pages:
        page.origin = site.processes[0].url
    async with crowd, asyncio.timeout(PATIENCE):
        yield crowd
        await crowd.play()
    fault.tried += 1
    fault.hold(await Audit.of(site, crowd))


@contextlib.asynccontextmanager
async def queued_up(site: Cluster, first: Table, *tables: Table) -> AsyncIterator[list[Click]]:
    """Queue moves of other games behind one of the first game, which starts when this context is left."""
    with hand(site) as gate:
        gate.hold(first.code)
        await first.pages[0].click(CELL)
        await eventually(lambda: waiting(site))
        yield [await table.pages[0].click(CELL) for table in tables]
        await asyncio.sleep(UNDER_WAY)
        gate.let_go()


async def answered(crowd: Crowd) -> None:
    await asyncio.gather(*(page.until(lambda page=page: not page.unanswered) for page in crowd.pages))


async def in_a_circle(site: Cluster, other: Hand, code: str) -> bool:
    """Let the other transaction, which blocks the site's, request a game's lock too; return whether the site's
    transaction holds it.

    Either result may occur, because PostgreSQL decides which game the site locks first. It looks for deadlocks once,
    after a second of waiting.
    """
    begun = time.monotonic()
    await eventually(lambda: waiting(site) == 1)
    if time.monotonic() - begun > UNDER_WAY:
        return False
    holding = asyncio.create_task(asyncio.to_thread(other.hold, code))
    await eventually(lambda: holding.done() or waiting(site) == 2)
    met = not holding.done()
    await holding
    return met


async def test_two_transactions_wait_for_each_other(cluster, fault):
    fault, circles = fault(NAME), 0
    while circles < times(full=5, short=1):
        held, wanted = random.sample([1, 2], 2)
        async with three_in_one_process(cluster, fault) as crowd:
            with hand(cluster) as other:
                async with queued_up(cluster, *crowd.tables) as clicks:
                    other.hold(crowd.tables[held].code)
                circles += await in_a_circle(cluster, other, crowd.tables[wanted].code)
            await answered(crowd)
            assert [click.end for click in clicks] == ["made", "made"]
    fault.note(f"{circles} deadlocks of moves")


@pytest.mark.parametrize("joins", [False, True])
async def test_a_name_for_two_games_lets_another_transaction_pass(cluster, fault, joins):
    """By the name form, or by the form that joins a friend's game."""
    fault, circles = fault(NAME), 0
    while circles < times(full=5, short=1):
        ada, ben, name = Person(cluster.url), Person(cluster.url), f"Ada {circles}"
        hosts = (ada, ben if joins else ada)
        codes = [person.post("/new/friend/", side="X").url.split("/")[4] for person in hosts]
        held, wanted = reversed(codes) if joins else random.sample(codes, 2)
        form = f"/g/{held}/join/" if joins else "/name/"
        with hand(cluster) as other:
            other.hold(held)
            sent = asyncio.create_task(asyncio.to_thread(ada.post, form, name=name))
            circles += await in_a_circle(cluster, other, wanted)
        assert (await sent).status == 200
        assert all(name in ben.get(f"/g/{code}/").text for code in codes)
        fault.tried += 1
    fault.note(f"{circles} of {'those who joined under a new name' if joins else 'names'}")


async def test_a_game_is_locked_for_longer_than_anyone_waits(cluster, fault):
    fault, slowest = fault(NAME), 0.0
    for _time in range(times(full=5, short=1)):
        async with three_in_one_process(cluster, fault) as crowd:
            with hand(cluster) as other:
                async with queued_up(cluster, *crowd.tables) as clicks:
                    other.hold(crowd.tables[1].code)
                await answered(crowd)
            assert [click.end for click in clicks] == ["refused", "made"]
            assert crowd.tables[1].pages[0].said == AGAIN
            slowest = max(slowest, clicks[1].took)
    fault.note(f"a move beside one that can't be stored took {slowest:.1f} s at most")
