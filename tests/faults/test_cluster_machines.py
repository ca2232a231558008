"""16c: as in test_machines, at two processes, so that nothing but PostgreSQL decides."""

import asyncio
import random
import statistics

from tests.faults.machines import Visitor, hold, play_at_once
from tests.faults.players import Crowd
from tests.faults.report import times

AT_ONCE = 100  # people


async def test_a_hundred_people_at_two_processes_of_which_one_is_killed(cluster, fault):
    fault = fault("16c a hundred people at everybody’s machine, one of two processes killed, PostgreSQL, cluster")
    crowd = await Crowd.gather(cluster, AT_ONCE // 2)
    origins = [process.url for process in cluster.processes]
    people = [Visitor(origins, cookie) for table in crowd.tables for cookie in table.cookies]
    games = times(full=10, short=2)
    playing = asyncio.create_task(asyncio.to_thread(play_at_once, people, games))
    kills = times(full=10, short=2)
    for number in range(kills):
        await asyncio.sleep(random.uniform(0.5, 2))
        assert not playing.done()
        await asyncio.to_thread(cluster.kill, number % 2)
        await asyncio.to_thread(cluster.start, number % 2)
    await playing
    fault.tried += AT_ONCE * games
    hold(cluster, people, fault)
    took = [seconds for visitor in people for seconds in visitor.took]
    fault.note(
        f"{kills} times kill -9; a press {statistics.median(took) * 1000:.0f} ms, slowest {max(took) * 1000:.0f} ms"
    )
