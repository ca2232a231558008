"""4: of simultaneous clicks on one square one wins, and everyone sees the same board."""

import asyncio
import itertools
import random

import pytest

from games.site.limits import FRAMES
from tests.faults.audit import Audit
from tests.faults.cluster import seat_apart
from tests.faults.players import GAME_TIMEOUT, Crowd, Table
from tests.faults.report import Fault, times
from tools.cluster.cluster import Cluster

AT_ONCE = 10  # tables
MAX_RACES = FRAMES.most - 4  # in a game, because pages that click more often are refused


async def race_everywhere(crowd: Crowd, fault: Fault, wanted: int) -> None:
    """Run `wanted` races in total at the tables of the crowd, which have two pages for each player."""
    waiting = iter(crowd.tables)

    async def worker() -> None:
        for table in waiting:
            if fault.tried >= wanted:
                return
            async with Crowd([table]):
                races = await race(table)
            fault.tried += races

    async with asyncio.timeout(GAME_TIMEOUT * times(full=5, short=1)):
        await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    assert fault.tried >= wanted
    crowd.tables = [table for table in crowd.tables if table.newest]
    fault.recovered(crowd.lags())
    fault.add(await Audit.of(crowd.tables[0].site, crowd))


async def race(table: Table) -> int:
    """Play a game, or its first MAX_RACES moves, each as a race of four pages. Return the number of races.

    Two tabs of the player to move click the same square or, alternately, two different ones, while two tabs of the
    opponent click the first of them.
    """
    for count in itertools.count():
        board = table.pages[0].board
        if board.position.outcome or count == MAX_RACES:
            return count
        legal = [board.variant.write(move) for move in board.position.legal_moves]
        one, other = random.sample(legal * 2, 2) if count % 2 else [table.choose(board)] * 2
        mark = board.position.turn
        mine = [page for page in table.pages if page.mark == mark]
        others = [page for page in table.pages if page.mark != mark]
        pressed = [(mine[0], one), (mine[1], other), *((page, one) for page in others)]
        random.shuffle(pressed)
        await asyncio.gather(*(page.click(move) for page, move in pressed))
        for page in table.pages:
            await page.until(lambda page=page, ply=count + 1: not page.unanswered and len(page.board.moves) == ply)
        [moves] = {page.board.moves for page in table.pages}
        assert moves[-1] in (one, other)


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("run", "4 one square raced for by two tabs of each player"),
        ("cluster", "4c one square raced for at two processes, PostgreSQL, cluster"),
    ],
    indirect=["target"],
)
async def test_four_tabs_race_for_every_square(target, fault, name):
    fault, wanted = fault(name), times(full=1_000, short=100)
    crowd = await Crowd.gather(target, wanted // 5)  # no game ends before its fifth move
    for table in crowd.tables:
        # X, O, O, X: with two processes each player has one page in each.
        table.add("O")
        table.add("X")
    if isinstance(target, Cluster):
        seat_apart(crowd, target)
    await race_everywhere(crowd, fault, wanted)
