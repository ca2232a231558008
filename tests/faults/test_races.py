"""4: of simultaneous clicks on one square one wins, and everyone sees the same board."""

import pytest

from tests.faults.cluster import seat_apart
from tests.faults.players import Crowd
from tests.faults.racing import race_everywhere
from tests.faults.report import times
from tools.cluster.cluster import Cluster


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
