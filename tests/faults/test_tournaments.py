"""17: the server goes away under a tournament, its database is locked, hundreds join at once, and moves are made in the
moment in which their time runs out."""

import asyncio
import random
import time

from tests.faults.process import errors
from tests.faults.report import times
from tests.faults.test_database import LOCKED, locked
from tests.faults.tournaments import SECONDS, Party, Room

PEOPLE = 16


async def test_kill_9_under_a_tournament(make_site, fault):
    fault, site = fault("17 kill -9 of the server under a tournament"), make_site(BEAT="2")
    party = await Party.gather(site, PEOPLE)
    async with party.under_way():
        for _time in range(times(full=10, short=2)):
            await asyncio.sleep(random.uniform(2, 5))
            site.process.kill()
            await asyncio.to_thread(site.process.wait)
            await asyncio.to_thread(site.start)
            await party.play_again(fault, time.monotonic())
    await party.hold(fault)
    assert errors(site) == []


async def test_sqlite_is_locked_under_a_tournament(make_site, fault):
    fault, site = fault("17b SQLite locked for 3 s under a tournament"), make_site(BEAT="2")
    party = await Party.gather(site, PEOPLE)
    async with party.under_way():
        for _time in range(times(full=10, short=2)):
            await asyncio.sleep(random.uniform(2, 5))
            with locked(site):
                await asyncio.sleep(LOCKED)
            await party.play_again(fault, time.monotonic())
    await party.hold(fault)


async def test_hundreds_join_at_once(make_site, fault):
    fault, site = fault("17c hundreds join a tournament under way at once"), make_site()
    party, count = await Party.gather(site, PEOPLE), times(full=300, short=100)
    async with party.under_way():
        since = time.monotonic()
        come = await party.come(count)
        took = time.monotonic() - since
        await party.all_are_playing(since)
        fault.recovered(min(one.shown()) - since for one in come)
    await party.hold(fault)
    fault.tried += count
    fault.note(f"all had joined after {took:.1f} s; recovery: from the first form until each is in a game")
    assert all("database is locked" in line for line in errors(site))  # who is told so comes again


EARLY, LATE = -0.15, 0.05  # seconds: a click takes a while to come


async def test_moves_in_the_moment_in_which_time_runs_out(make_site, fault):
    """The time for the first move of each game is 2 s here. It is made in the last moment, or just after it."""
    fault, site = fault("17d moves in the moment in which their time runs out"), make_site("hurried", "13")

    def in_the_last_moment(room: Room) -> float:
        left = room.ends - time.time()
        if room.board.moves or left < 0:
            return random.uniform(0.2, 0.4)
        fault.tried += 1
        return left + random.uniform(EARLY, LATE)

    party = await Party.gather(site, PEOPLE, pace=in_the_last_moment)
    async with party.under_way():
        await asyncio.sleep(times(full=180, short=30))
    stored = await party.hold(fault)
    games = [game for match in stored["matches"] if match["counts"] for game in match["games"] if game["over"]]
    late = sum(game["ended"] == "time" for game in games)
    assert 0 < late < len(games)
    fault.note(f"{late} of {len(games)} games ended by the clock, the others went on; {SECONDS} s for later moves")
    assert errors(site) == []
