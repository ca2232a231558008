"""7f: clients disconnect while their requests wait for a database locked by another transaction."""

import asyncio
import time
from typing import Any

from tests.faults.audit import Audit
from tests.faults.breaks import locker, waiting_for_locks
from tests.faults.forms import TOKEN
from tests.faults.players import GAME_TIMEOUT, Crowd
from tests.faults.process import errors
from tests.faults.report import times
from tests.support.waiting import eventually
from tictactoe_site.requests import MAX_AT_WORK
from tools.cluster.cluster import Cluster, Process

LOCKED_FOR = 2.0  # seconds
CLIENTS = 40  # that disconnect
CLIENT_PATIENCE = 0.5  # seconds
# Errors that are allowed, because requests and writes of presence may time out.
EXPECTED = ("Service Unavailable", "could not record presence")


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
        for page in crowd.pages:
            page.origin = origin
        path = f"/g/{crowd.tables[0].code}/"
        await disconnect_from_locked_database(cluster, origin, path)
        since = time.monotonic()
        assert await all_at_once(origin, path, CLIENTS) == [200] * CLIENTS
        slowest = max(slowest, time.monotonic() - since)
        assert unexpected(cluster.processes[0]) == before
        async with crowd, asyncio.timeout(GAME_TIMEOUT):
            await crowd.play()
        fault.tried += CLIENTS
        fault.add(await Audit.of(cluster, crowd))
    fault.note(f"{CLIENTS} pages at once afterwards in {slowest:.1f} s at most")
