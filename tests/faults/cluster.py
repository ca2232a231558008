"""Play on several processes, and measure the effects of a fault on play."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

from tests.faults.audit import Audit
from tests.faults.players import GAME_TIMEOUT, MAX_PLIES, Crowd, Site
from tests.faults.report import Fault
from tools.cluster.cluster import Cluster

GAMES = 16
CATCH_UP_TIME = 15  # seconds until every page must have the newest state, with the default beat of 10 s
AGAIN = "That didn’t go through. Try again."


def seat_apart(crowd: Crowd, site: Cluster) -> None:
    """Connect the pages of each table to the two processes in turn, without the proxy, which would send them all to one
    process."""
    seat_at(crowd, [process.url for process in site.processes])


def seat_at(crowd: Crowd, origins: Sequence[str]) -> None:
    """Connect the pages of each table to these processes in turn."""
    for number, table in enumerate(crowd.tables):
        for place, page in enumerate(table.pages):
            page.origin = origins[(number + place) % len(origins)]


def interruptions(crowd: Crowd) -> list[float]:
    """Return the seconds from each loss of a socket until its page had a new state, if its game was not over then. Call
    it after all games."""
    return [
        next(at for at, _board in page.shown if at > lost) - lost
        for page in crowd.pages
        for over in [next(at for at, board in page.shown if board.position.outcome)]
        for lost in [at for at, _code in page.closed]
        if lost < over
    ]


def resumption_times(crowd: Crowd, since: float) -> list[float]:
    """Return for each game in play at `since` the seconds until its next move was shown to its player. Call it after
    all games."""
    made = [
        [click.at + click.took for page in table.pages for click in page.clicks if click.end == "made"]
        for table in crowd.tables
    ]
    return [min(at for at in moves if at > since) - since for moves in made if max(moves) > since]


def made_between(crowd: Crowd, begin: float, end: float) -> int:
    """Return the number of moves that were shown to their players between two times."""
    ends = [click.at + click.took for page in crowd.pages for click in page.clicks if click.end == "made"]
    return sum(begin < at < end for at in ends)


@contextlib.asynccontextmanager
async def during_play(
    crowd: Crowd, fault: Fault, *, think: float = 0.5, plies: int = MAX_PLIES, tried: int = 1
) -> AsyncIterator[None]:
    """Play the games of a crowd to their end, or for `plies` plies, while the context's body breaks the site; then
    check that all moves are stored."""
    async with crowd, asyncio.timeout(GAME_TIMEOUT):
        playing = asyncio.create_task(crowd.play(think=think, plies=plies))
        await asyncio.sleep(0.5)
        assert not playing.done()
        yield
        await playing
    fault.tried += tried
    fault.add(await Audit.of(crowd.tables[0].site, crowd))


async def play_through(crowd: Crowd, fault: Fault, *, tried: int = 0, **how: Any) -> None:
    """Play the games of a crowd as Crowd.play does, and check that all moves are stored."""
    async with crowd, asyncio.timeout(GAME_TIMEOUT):
        await crowd.play(**how)
    fault.tried += tried
    fault.add(await Audit.of(crowd.tables[0].site, crowd))


async def crowds(site: Site, count: int, *, games: int = GAMES) -> list[Crowd]:
    """Create `count` crowds with `games` games each; a quarter of the games have a spectator."""
    everybody = await Crowd.gather(site, count * games)
    for table in everybody.tables[::4]:
        table.add("")
    return [Crowd(everybody.tables[at : at + games]) for at in range(0, count * games, games)]


def check_recovered(crowd: Crowd, fault: Fault) -> None:
    """Check that no page was without the newest state for too long. Call it after all games."""
    fault.recovered(crowd.lags())
    assert max(crowd.lags()) < CATCH_UP_TIME


async def in_thread(do, *arguments: object) -> float:
    """Call `do` in a thread, so that play goes on meanwhile, and return the time at which it ended."""
    await asyncio.to_thread(do, *arguments)
    return time.monotonic()
