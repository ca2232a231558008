"""Other people, who play during an attack."""

import asyncio
import contextlib
import statistics
from collections import deque
from collections.abc import AsyncIterator

from tests.faults.audit import Audit
from tests.faults.players import PATIENCE, Crowd, Table
from tests.faults.report import Fault
from tests.support.server import Server

AT_ONCE = 8  # games
PAIRS = 5 * AT_ONCE  # they take turns, to stay below the limits on starting and joining games


async def others_of(site: Server) -> Crowd:
    """Create the other players' games. Call it before play, because it keeps the database busy."""
    return await Crowd.gather(site, PAIRS)


@contextlib.asynccontextmanager
async def at_play(everybody: Crowd, site: Server, fault: Fault, *, closed: int | None = None) -> AsyncIterator[None]:
    """Let others play during the context, and then check that all moves are stored and were fast.

    `closed` is a code with which the server may close their sockets.
    """
    played: list[Table] = []
    waiting, over = deque(everybody.tables), asyncio.Event()

    async def worker() -> None:
        while not over.is_set():
            table = waiting.popleft()
            async with Crowd([table]) as crowd:
                await crowd.play(think=0.5)
            played.append(table)
            if not over.is_set():
                waiting.append(await table.another())

    workers = [asyncio.create_task(worker()) for _ in range(AT_ONCE)]
    try:
        yield
    finally:
        over.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*workers)
    crowd = Crowd(played)
    fault.hold(await Audit.of(site, crowd))
    assert {code for page in crowd.pages for _at, code in page.closed} <= {closed}
    said = [page.said for page in crowd.pages if page.said]
    assert said == [], said
    usual, slowest = statistics.median(crowd.latencies()), max(crowd.latencies())
    assert usual < 0.5, "the others have to wait"
    fault.note(f"others: move {usual * 1000:.0f} ms, slowest {slowest * 1000:.0f} ms")
