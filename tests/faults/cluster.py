"""Helpers for the faults of a site of several processes."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence

from tests.faults.audit import Audit
from tests.faults.players import LONGEST, PATIENCE, Crowd
from tests.faults.report import Fault
from tools.cluster.cluster import Cluster

GAMES = 16
AGAIN = "That didn’t go through. Try again."


def seat_apart(crowd: Crowd, site: Cluster) -> None:
    """Connect the pages of each table to the two processes alternately, bypassing the proxy, which would send them all
    to one."""
    seat_at(crowd, [process.url for process in site.processes])


def seat_at(crowd: Crowd, origins: Sequence[str]) -> None:
    """Connect the pages of each table to these processes in turn."""
    for number, table in enumerate(crowd.tables):
        for place, page in enumerate(table.pages):
            page.origin = origins[(number + place) % len(origins)]


def interruptions(crowd: Crowd) -> list[float]:
    """Return the seconds from each loss of a socket until its page had a new state, for pages whose game went on. Call
    it after all games."""
    return [
        next(at for at, _board in page.shown if at > lost) - lost
        for page in crowd.pages
        for over in [next(at for at, board in page.shown if board.position.outcome)]
        for lost in [at for at, _code in page.closed]
        if lost < over
    ]


def went_on(crowd: Crowd, since: float) -> list[float]:
    """Return the seconds from `since` until the mover saw the next move of each game in play then. Call it after all
    games."""
    made = [
        [click.at + click.took for page in table.pages for click in page.clicks if click.end == "made"]
        for table in crowd.tables
    ]
    return [min(at for at in moves if at > since) - since for moves in made if max(moves) > since]


def made_between(crowd: Crowd, begin: float, end: float) -> int:
    """Return the number of moves that were shown as made to their movers between two times."""
    ends = [click.at + click.took for page in crowd.pages for click in page.clicks if click.end == "made"]
    return sum(begin < at < end for at in ends)


@contextlib.asynccontextmanager
async def under_play(crowd: Crowd, fault: Fault, *, think: float = 0.5, plies: int = LONGEST) -> AsyncIterator[None]:
    """Play the games of a crowd to their end, or for `plies` plies, during the caller's fault, and then check that all
    moves are stored."""
    async with crowd, asyncio.timeout(PATIENCE):
        playing = asyncio.create_task(crowd.play(think=think, plies=plies))
        await asyncio.sleep(0.5)
        assert not playing.done()
        yield
        await playing
    fault.tried += 1
    fault.hold(await Audit.of(crowd.tables[0].site, crowd))


async def parts(site: Cluster, count: int, *, games: int = GAMES) -> list[Crowd]:
    """Create `count` crowds with `games` games each, some of which have spectators."""
    everybody = await Crowd.gather(site, count * games)
    for table in everybody.tables[::4]:
        table.add("")
    return [Crowd(everybody.tables[at : at + games]) for at in range(0, count * games, games)]


async def beside(do, *arguments: object) -> float:
    """Do something slow in a thread during play, and return the time when it was done."""
    await asyncio.to_thread(do, *arguments)
    return time.monotonic()
