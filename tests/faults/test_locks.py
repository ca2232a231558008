"""7e: another transaction locks games in play, for long or in a deadlock. Each waiting move, like the others in its
transaction, is stored once, or its player is asked to retry. 7f: clients disconnect while their requests wait."""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.faults.audit import Audit
from tests.faults.breaks import Locker, locker, waiting_for_locks
from tests.faults.cluster import AGAIN, play_through, seat_at
from tests.faults.forms import TOKEN
from tests.faults.players import GAME_TIMEOUT, Click, Crowd, Table
from tests.faults.process import errors
from tests.faults.report import times
from tests.support.people import Person
from tests.support.waiting import eventually
from tictactoe_site.requests import MAX_AT_WORK
from tools.cluster.cluster import Cluster, Process

NAME = "7e games held by another transaction, PostgreSQL, cluster"
ARRIVAL = 0.5  # seconds within which a frame surely reaches the process
CELL = "4"
LOCKED_FOR = 2.0  # seconds
CLIENTS = 40  # that disconnect
CLIENT_PATIENCE = 0.5  # seconds
# Errors that are allowed, because requests and writes of presence may time out.
EXPECTED = ("Service Unavailable", "could not record presence")


@contextlib.asynccontextmanager
async def three_in_one_process(site: Cluster, fault) -> AsyncIterator[Crowd]:
    """Create three games in one process. When the context ends, play them to their end."""
    crowd = await Crowd.gather(site, 3)
    seat_at(crowd, [site.processes[0].url])
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


def unexpected(process: Process) -> list[str]:
    return [line for line in errors(process) if not any(text in line for text in EXPECTED)]


async def ask(origin: str, path: str, *, form: str = "", patience: float = GAME_TIMEOUT) -> int:
    """Return the status of a process's response, 0 if the client disconnected first."""
    host = origin.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    head = [f"{'POST' if form else 'GET'} {path} HTTP/1.1", f"Host: {host}", f"Cookie: csrftoken={TOKEN}"]
    head += ["Connection: close", "Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(form)}"]
    writer.write("\r\n".join([*head, "", form]).encode())
    try:
        async with asyncio.timeout(patience):
            return int((await reader.readline()).split()[1])
    except TimeoutError:
        return 0
    finally:
        writer.transport.abort()


async def all_at_once(origin: str, path: str, count: int, **options: Any) -> list[int]:
    return await asyncio.gather(*(ask(origin, path, **options) for _one in range(count)))


async def disconnect_from_locked_database(site: Cluster, origin: str, path: str) -> None:
    """Fill the process with requests that wait for the database, queue other requests behind them, and disconnect
    the clients of the queued ones."""
    with locker(site) as other:
        other.connection.execute("LOCK TABLE games_game")
        since = time.monotonic()
        at_work = asyncio.create_task(all_at_once(origin, path, MAX_AT_WORK))
        await eventually(lambda: waiting_for_locks(site) >= MAX_AT_WORK)  # including the writer of presence
        form = f"csrfmiddlewaretoken={TOKEN}&cell=4"
        looking, moving = await asyncio.gather(
            all_at_once(origin, path, CLIENTS // 2, patience=CLIENT_PATIENCE),
            all_at_once(origin, f"{path}play/", CLIENTS // 2, form=form, patience=CLIENT_PATIENCE),
        )
        assert {*looking, *moving} == {0}
        await asyncio.sleep(LOCKED_FOR - (time.monotonic() - since))
    assert set(await at_work) <= {200, 503}


async def test_clients_that_disconnect_from_a_busy_database_leave_nothing_behind(cluster, fault):
    fault, slowest = fault("7f clients disconnect while the database is slow, PostgreSQL, cluster"), 0.0
    origin = cluster.processes[0].url
    before = unexpected(cluster.processes[0])
    for _time in range(times(full=10, short=1)):
        crowd = await Crowd.gather(cluster, 2)
        seat_at(crowd, [origin])
        path = f"/g/{crowd.tables[0].code}/"
        await disconnect_from_locked_database(cluster, origin, path)
        since = time.monotonic()
        assert await all_at_once(origin, path, CLIENTS) == [200] * CLIENTS
        slowest = max(slowest, time.monotonic() - since)
        assert unexpected(cluster.processes[0]) == before
        await play_through(crowd, fault, tried=CLIENTS)
    fault.note(f"{CLIENTS} pages at once afterwards in {slowest:.1f} s at most")
