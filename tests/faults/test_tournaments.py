"""17: the server or one of its services fails during a tournament, hundreds join together, or many view the end of a
long tournament."""

import asyncio
import random
import time

import pytest

from tests.faults.breaks import Break, killed, locked, postgresql_frozen, redis_stopped
from tests.faults.calls import call
from tests.faults.forms import Answer, get
from tests.faults.process import errors
from tests.faults.report import times
from tests.faults.tournaments import Party
from tests.support.server import Server
from tests.support.waiting import eventually

PEOPLE = 16
MATCHES = 1_100


@pytest.mark.parametrize(
    ("target", "name", "breaks", "goes_on"),
    [
        ("run", "17 kill -9 of the server under a tournament", killed, False),
        ("run", "17b SQLite locked for 3 s under a tournament", locked, False),
        # The directing process is killed each time, so the two take turns.
        ("cluster", "17e kill -9 of the process that directs a tournament, cluster", killed, True),
        ("cluster", "17g PostgreSQL frozen for 5 s under a tournament, cluster", postgresql_frozen, False),
        ("cluster", "17h Redis gone for 10 s under a tournament, cluster", redis_stopped, True),
    ],
    indirect=["target"],
)
async def test_a_tournament_goes_on_after_a_fault(target, fault, name: str, breaks: Break, goes_on: bool):
    """Everyone plays again within the promised time; if `goes_on`, even before the repair."""
    fault = fault(name)
    # Unless a process is killed, players use both processes; the proxy would send all of them to one.
    processes = [] if breaks is killed else getattr(target, "processes", [])
    party = await Party.gather(target, PEOPLE, origins=[process.url for process in processes])
    async with party.under_way():
        for number in range(times(full=10, short=2 if breaks is killed else 1)):
            await asyncio.sleep(random.uniform(2, 5))
            async with breaks(target, number) as since:
                if goes_on:
                    await party.play_again(fault, since)
            if not goes_on:
                await party.play_again(fault, time.monotonic())
    await party.check(fault)


async def test_hundreds_join_together(make_site, fault):
    fault, site = fault("17c hundreds join a tournament under way at once"), make_site()
    party, count = await Party.gather(site, PEOPLE), times(full=300, short=100)
    async with party.under_way():
        since = time.monotonic()
        come = await party.add(count)
        took = time.monotonic() - since
        await party.all_are_playing(since)
        fault.recovered(min(one.shown()) - since for one in come)
    await party.check(fault)
    fault.tried += count
    fault.note(f"all had joined after {took:.1f} s; recovery: from the first form until each is in a game")
    assert all("database is locked" in line for line in errors(site))  # players retry after this error


async def visit(site: Server, path: str) -> tuple[Answer, float]:
    begun = time.monotonic()
    answer = await asyncio.to_thread(get, site.url, path, "")
    return answer, time.monotonic() - begun


async def test_many_view_the_end_of_a_long_tournament_together(make_site, fault):
    fault, site = fault("17n sixteen look at the end of a tournament of 1,100 matches at once"), make_site()
    wall = f"/t/{call(site, 'long_tournament', MATCHES)}/wall/"
    get(site.url, "/", "")  # the first visit loads templates
    ended = time.monotonic()
    visits = await asyncio.gather(*(visit(site, path) for path in [wall] * 16 + ["/"] * 4))
    assert {answer.status for answer, _seconds in visits} == {200}
    home = max(seconds for _answer, seconds in visits[16:])
    await eventually(lambda: "Practise it" in get(site.url, wall, "").text)
    fault.recovered([time.monotonic() - ended])
    fault.tried += len(visits)
    fault.note(f"home page meanwhile: {home:.2f} s; recovery: until the ending is shown")
    assert home < 2, "the home page had to wait"
    assert errors(site) == []
