"""16: many people play everybody's machine of matchboxes at once, and every game counts once."""

import asyncio
import random
import statistics

from tests.faults.machines import Visitor, hold, play_at_once
from tests.faults.players import Crowd
from tests.faults.report import times

AT_ONCE = 100  # people


async def visitors(site, *, count: int = AT_ONCE) -> list[Visitor]:
    """So many people who have been here before, of whom nobody has played the machine."""
    crowd = await Crowd.gather(site, count // 2)
    return [Visitor([site.url], cookie) for table in crowd.tables for cookie in table.cookies]


async def test_a_hundred_people_at_once(make_site, fault):
    fault, site = fault("16 a hundred people at once at everybody’s machine of matchboxes"), make_site()
    people, games = await visitors(site), times(full=10, short=2)
    await asyncio.to_thread(play_at_once, people, games)
    fault.tried += AT_ONCE * games
    hold(site, people, fault)
    took = [seconds for visitor in people for seconds in visitor.took]
    again = sum(visitor.again for visitor in people)
    fault.note(
        f"a press {statistics.median(took) * 1000:.0f} ms, slowest {max(took) * 1000:.0f} ms; {again} told to try again"
    )
    assert "Traceback" not in site.log.read_text()


async def test_kill_9_while_they_play(make_site, fault):
    fault, site = fault("16b kill -9 while people play everybody’s machine of matchboxes"), make_site()
    people = await visitors(site, count=32)
    playing = asyncio.create_task(asyncio.to_thread(play_at_once, people, times(full=20, short=2)))
    for _time in range(times(full=20, short=2)):
        await asyncio.sleep(random.uniform(0.5, 1.5))
        assert not playing.done()
        site.process.kill()
        await asyncio.to_thread(site.process.wait)
        await asyncio.to_thread(site.start)
        fault.tried += 1
    await playing
    hold(site, people, fault)
    fault.note(f"{sum(visitor.again for visitor in people)} tries to press while nobody answered")
