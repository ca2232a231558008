"""The others: people at play while somebody else does harm."""

import asyncio
import contextlib
import statistics
from collections.abc import AsyncIterator

from tests.faults.audit import Audit
from tests.faults.players import PATIENCE, Crowd
from tests.faults.report import Fault, times
from tests.server import Server

AT_ONCE = 8  # games
GAMES = times(full=400, short=100)  # made beforehand, more than are played


async def others_of(site: Server) -> Crowd:
    """People for many games. To be called before anybody is there: making them keeps the database busy."""
    return await Crowd.gather(site, GAMES)


@contextlib.asynccontextmanager
async def at_play(everybody: Crowd, site: Server, fault: Fault, *, closed: int | None = None) -> AsyncIterator[None]:
    """Games of others go on for as long as this holds; at the end all moves are there and everybody was fast.

    `closed` is a code by which the server may have closed their sockets.
    """
    waiting, over = iter(everybody.tables), asyncio.Event()

    async def worker() -> None:
        for table in waiting:
            async with Crowd([table]) as crowd:
                await crowd.play(think=0.5)
            if over.is_set():
                return

    workers = [asyncio.create_task(worker()) for _ in range(AT_ONCE)]
    try:
        yield
        assert next(waiting, None), "the others have run out of games"
    finally:
        over.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*workers)
    played = Crowd([table for table in everybody.tables if table.newest])
    fault.hold(await Audit.of(site, played))
    assert {code for page in played.pages for _at, code in page.closed} <= {closed}
    assert [page.said for page in played.pages if page.said] == []
    usual, slowest = statistics.median(played.latencies()), max(played.latencies())
    assert usual < 0.5, "the others have to wait"
    fault.note(f"others: move {usual * 1000:.0f} ms, slowest {slowest * 1000:.0f} ms")
