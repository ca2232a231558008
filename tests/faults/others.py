"""People who play during a fault and must not notice it."""

import asyncio
import contextlib
import statistics
from collections import deque
from collections.abc import AsyncIterator

from tests.faults.audit import Audit
from tests.faults.players import GAME_TIMEOUT, Crowd, Table
from tests.faults.report import Fault
from tests.support.server import Server

AT_ONCE = 8  # games
PAIRS = 5 * AT_ONCE  # of players, who take turns to stay below the limits on starting and joining games


async def create_others(site: Server) -> Crowd:
    """Create the games of these other people. Call it before play, because it keeps the database busy."""
    return await Crowd.gather(site, PAIRS)


@contextlib.asynccontextmanager
async def others_playing(
    everybody: Crowd, site: Server, fault: Fault, *, closed: int | None = None
) -> AsyncIterator[None]:
    """Let other people play during the context, and then check that all their moves are stored and were fast.

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
        async with asyncio.timeout(GAME_TIMEOUT):
            await asyncio.gather(*workers)
    crowd = Crowd(played)
    fault.add(await Audit.of(site, crowd))
    assert {code for page in crowd.pages for _at, code in page.closed} <= {closed}
    refusals = [page.refusal for page in crowd.pages if page.refusal]
    assert refusals == [], refusals
    usual, slowest = statistics.median(crowd.latencies()), max(crowd.latencies())
    assert usual < 0.5, "others have to wait"
    fault.note(f"others: move {usual * 1000:.0f} ms, slowest {slowest * 1000:.0f} ms")
