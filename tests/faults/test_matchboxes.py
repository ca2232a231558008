"""16: many people play everybody's machine of matchboxes at once, over kills of the server; each game counts once."""

import asyncio
import random
import statistics

import pytest

from tests.faults.breaks import killed
from tests.faults.matchboxes import Visitor, hold, play_at_once
from tests.faults.players import Crowd
from tests.faults.report import times

AT_ONCE = 100  # people


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("run", "16 a hundred people at everybody’s machine, the server killed"),
        ("cluster", "16c a hundred people at everybody’s machine, one of two processes killed, PostgreSQL, cluster"),
    ],
    indirect=["place"],
)
async def test_a_hundred_people_at_once_while_processes_are_killed(place, fault, name):
    fault, crowd = fault(name), await Crowd.gather(place, AT_ONCE // 2)
    origins = [process.url for process in getattr(place, "processes", [place])]
    people = [Visitor(origins, cookie) for table in crowd.tables for cookie in table.cookies]
    games, kills = times(full=10, short=2), times(full=10, short=2)
    playing = asyncio.create_task(asyncio.to_thread(play_at_once, people, games))
    for number in range(kills):
        await asyncio.sleep(random.uniform(0.5, 2))
        assert not playing.done()
        async with killed(place, number):
            pass
    await playing
    fault.tried += AT_ONCE * games
    hold(place, people, fault)
    took = [seconds for visitor in people for seconds in visitor.took]
    fault.note(
        f"{kills} times kill -9; a press {statistics.median(took) * 1000:.0f} ms, slowest {max(took) * 1000:.0f} ms"
    )
