"""17: the server goes away under a tournament, its database is locked, hundreds join at once, moves are made in the
moment in which their time runs out, a match can't go on, telephones go silent, and some resign at once."""

import asyncio
import random
import time

from tests.faults.beside import beside
from tests.faults.process import errors
from tests.faults.report import times
from tests.faults.test_database import LOCKED, locked
from tests.faults.tournaments import SECONDS, Party, Quitter, Room, Silent, thinking
from tests.waiting import eventually

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


async def test_a_match_that_fails_does_not_stop_the_director(make_site, fault):
    fault, site = fault("17p a match of a tournament fails"), make_site(BEAT="2")
    party, damaged = await Party.gather(site, 6, pace=thinking(0.1)), list[int]()
    async with party.under_way():
        for _time in range(times(full=10, short=1)):
            while not (game := await asyncio.to_thread(beside, site, "take_first_place", party.code)):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            damaged.append(game)
            await eventually(lambda: site.log.read_text().count("was ended") == len(damaged))
            await party.play_again(fault, time.monotonic())
    for game in damaged:
        await asyncio.to_thread(beside, site, "give_first_place", game)
    await party.hold(fault)
    assert site.log.read_text().count("was ended") == len(damaged)  # each logged once


async def test_telephones_go_silent_and_some_resign_at_once(make_site, fault):
    """The others are released from the silent ones, and nobody has a point from somebody who resigns at once."""
    silence = fault("17l telephones that go silent in a tournament")
    quitting, site = fault("17m people who resign every game at once"), make_site()
    party = await Party.gather(site, times(full=12, short=4), pace=thinking(0.2))
    silent = await party.come(times(full=6, short=2), Silent)
    quitters = await party.come(2, Quitter)
    async with party.under_way():
        since = time.monotonic()
        await eventually(lambda: all(one.lobbies[-1].screen == "aside" for one in silent))
        silence.recovered([time.monotonic() - since])
        await party.play_again(silence, time.monotonic())
    stored = await party.hold(silence)
    games = [game for match in stored["matches"] if match["counts"] for game in match["games"]]
    names = {one.name for one in [*silent, *quitters]}
    assert not [game for game in games if game["scored"] and {*game["seats"].values()} & names]
    silence.tried += len(silent)
    quitting.tried += sum(len(one.told) for one in quitters)
    assert quitting.tried
    assert errors(site) == []
