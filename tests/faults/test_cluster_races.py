"""4c: as in test_races, with the hands at different processes, so that nothing but PostgreSQL decides."""

from tests.faults.cluster import seat_apart
from tests.faults.players import Crowd
from tests.faults.racing import race_everywhere
from tests.faults.report import times


async def test_four_tabs_at_two_processes_race_for_every_square(cluster, fault):
    fault, wanted = fault("4c one square raced for at two processes, PostgreSQL, cluster"), times(full=1_000, short=200)
    crowd = await Crowd.gather(cluster, wanted // 5)  # no game ends before its fifth move
    for table in crowd.tables:
        # X, O, O, X: each player has one page at either process.
        table.add("O")
        table.add("X")
    seat_apart(crowd, cluster)
    await race_everywhere(crowd, fault, wanted)
