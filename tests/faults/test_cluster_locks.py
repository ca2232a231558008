"""7e: another transaction holds games in which moves are to be stored, shortly, for long, or in a circle. Each move is
stored once or told to try again, and so is whatever shares its transaction."""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Iterator
from datetime import datetime

import psycopg

from tests.deploy.people import Person
from tests.faults.audit import Audit
from tests.faults.cluster import AGAIN
from tests.faults.players import PATIENCE, Click, Crowd, Table
from tests.faults.report import times
from tests.waiting import eventually
from tools.cluster.cluster import Cluster

NAME = "7e games held by another transaction, PostgreSQL, cluster"
UNDER_WAY = 0.5  # seconds that are more than enough for a frame to reach the process
CELL = "4"


class Hand:
    """Another transaction, which holds games until it lets go of them."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self.connection = connection

    def hold(self, code: str) -> None:
        self.connection.execute("SELECT 1 FROM games_game WHERE code = %s FOR UPDATE", [code])

    def let_go(self) -> None:
        self.connection.rollback()


@contextlib.contextmanager
def hand(site: Cluster) -> Iterator[Hand]:
    # It looks for circles later than the site's own transactions, so that it is those that are given up.
    with psycopg.connect(site.postgres.url, options="-c deadlock_timeout=60s") as connection:
        yield Hand(connection)
        connection.rollback()


def waiting(site: Cluster) -> int:
    """How many wait for what another transaction holds."""
    with psycopg.connect(site.postgres.url) as connection:
        query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        return connection.execute(query).fetchone()[0]


def waiting_since(site: Cluster) -> datetime | None:
    """When the transaction began that waits for what another one holds."""
    with psycopg.connect(site.postgres.url) as connection:
        query = "SELECT max(xact_start) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        return connection.execute(query).fetchone()[0]


@contextlib.asynccontextmanager
async def three_in_one_process(site: Cluster, fault) -> AsyncIterator[Crowd]:
    """Games at the same process; they are played to their end afterwards."""
    crowd = await Crowd.gather(site, 3)
    for page in crowd.pages:
        page.origin = site.processes[0].url
    async with crowd, asyncio.timeout(PATIENCE):
        yield crowd
        await crowd.play()
    fault.tried += 1
    fault.hold(await Audit.of(site, crowd))


@contextlib.asynccontextmanager
async def in_one_transaction(site: Cluster, first: Table, *tables: Table) -> AsyncIterator[list[Click]]:
    """Moves in all of the games but the first share a transaction, which begins when this is left. They queue up behind
    the first one's."""
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
    """The other transaction, for which the site's waits, wants a game too; whether it is one that the site's holds.

    Who of the site's own takes which game first is PostgreSQL's affair, so this may be so or not. It looks for circles
    once, after a second of waiting: who comes here later than that makes none.
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
                async with in_one_transaction(cluster, *crowd.tables) as clicks:
                    other.hold(crowd.tables[held].code)
                circles += await in_a_circle(cluster, other, crowd.tables[wanted].code)
            await answered(crowd)
            assert [click.end for click in clicks] == ["made", "made"]
    fault.note(f"{circles} deadlocks of moves")


async def test_a_name_that_goes_to_two_games_lets_another_transaction_past(cluster, fault):
    fault, circles = fault(NAME), 0
    while circles < times(full=5, short=1):
        ada, name = Person(cluster.url), f"Ada {circles}"
        codes = [ada.post("/new/friend/", side="X").url.split("/")[4] for _game in range(2)]
        held, wanted = random.sample(codes, 2)
        with hand(cluster) as other:
            other.hold(held)
            renaming = asyncio.create_task(asyncio.to_thread(ada.post, "/name/", name=name))
            circles += await in_a_circle(cluster, other, wanted)
        assert (await renaming).status == 200
        assert all(name in Person(cluster.url).get(f"/g/{code}/").text for code in codes)
        fault.tried += 1
    fault.note(f"{circles} of names")


async def test_who_joins_under_a_new_name_lets_another_transaction_past(cluster, fault):
    fault, circles = fault(NAME), 0
    while circles < times(full=5, short=1):
        ada, ben, name = Person(cluster.url), Person(cluster.url), f"Joining {circles}"
        mine, theirs = (person.post("/new/friend/", side="X").url.split("/")[4] for person in (ada, ben))
        with hand(cluster) as other:
            other.hold(theirs)
            joining = asyncio.create_task(asyncio.to_thread(ada.post, f"/g/{theirs}/join/", name=name))
            circles += await in_a_circle(cluster, other, mine)
        assert (await joining).status == 200
        assert all(name in ben.get(f"/g/{code}/").text for code in (mine, theirs))
        fault.tried += 1
    fault.note(f"{circles} of who joined under a new name")


async def test_a_game_is_held_for_longer_than_a_transaction_waits(cluster, fault):
    fault = fault(NAME)
    for _time in range(times(full=5, short=1)):
        async with three_in_one_process(cluster, fault) as crowd:
            with hand(cluster) as other:
                async with in_one_transaction(cluster, *crowd.tables) as clicks:
                    other.hold(crowd.tables[1].code)
                await eventually(lambda: waiting(cluster) == 1)
                first = waiting_since(cluster)
                await eventually(lambda first=first: waiting_since(cluster) not in (first, None))
            await answered(crowd)
            assert [click.end for click in clicks] == ["made", "made"]


async def test_a_game_is_held_for_longer_than_anybody_waits(cluster, fault):
    fault, slowest = fault(NAME), 0.0
    for _time in range(times(full=5, short=1)):
        async with three_in_one_process(cluster, fault) as crowd:
            with hand(cluster) as other:
                async with in_one_transaction(cluster, *crowd.tables) as clicks:
                    other.hold(crowd.tables[1].code)
                await answered(crowd)
            assert [click.end for click in clicks] == ["refused", "made"]
            assert crowd.tables[1].pages[0].said == AGAIN
            slowest = max(slowest, clicks[1].took)
    fault.note(f"a move beside one that can't be stored took {slowest:.1f} s at most")
