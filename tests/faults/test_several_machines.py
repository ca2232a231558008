"""18: a machine with processes, or the machine of Redis, is cut off or lost."""

import asyncio
import contextlib

import psycopg

from tests.faults.cluster import during_play, in_thread, made_between, resumption_times, seat_at
from tests.faults.cuts import CUT, GAMES, PLIES, THINK, played
from tests.faults.players import Crowd
from tests.faults.report import times
from tictactoe_site.settings import POSTGRESQL

DETECTION = 15  # seconds after which the kernel reports a dead link: pubsub.KEEPALIVE


async def test_the_link_of_a_machine_is_cut_and_comes_back(machines, fault):
    fault = fault(f"18 the link of one machine of two cut for {CUT} s, machines")
    for _time in range(times(full=10, short=1)):
        async with played(machines, fault):
            machine = machines.busiest.machine
            await in_thread(machine.cut)
            await asyncio.sleep(CUT)
            await in_thread(machine.repair)


async def test_a_machine_is_lost_instantly(machines, fault):
    fault = fault("18b a machine killed whole, machines")
    for _time in range(times(full=10, short=1)):
        async with played(machines, fault):
            host = machines.busiest
            await in_thread(host.lose)
        await in_thread(host.restore)


async def test_a_machine_is_cut_off_while_it_changes_games(machines, fault):
    """Without TCP keepalive, PostgreSQL would keep the rows locked for hours."""
    fault = fault("18c a machine cut off for good that was just changing all games, machines")
    [lost, other] = machines.hosts
    for _time in range(times(full=5, short=1)):
        crowd = await Crowd.gather(machines, GAMES)
        seat_at(crowd, [other.processes[0].url])
        with lost.machine.entered():
            connection = psycopg.connect(machines.primary.url, options=POSTGRESQL["options"])
        with contextlib.closing(connection):
            async with during_play(crowd, fault, think=THINK, plies=PLIES):
                connection.execute("UPDATE games_game SET version = version")
                begun = await in_thread(lost.machine.cut)
            fault.recovered(resumption_times(crowd, begun))
        await in_thread(lost.machine.repair)


async def test_the_machine_of_redis_is_lost_and_returns_empty(machines, fault):
    fault, redis = fault(f"18e the machine of Redis gone for {DETECTION} s, and back empty, machines"), machines.redis
    for _time in range(times(full=5, short=1)):
        async with played(machines, fault, apart=True) as crowd:
            gone = await in_thread(redis.lose)
            await asyncio.sleep(DETECTION)
            await in_thread(redis.machine.repair)
            back = await in_thread(redis.start)
        fault.note(f"{made_between(crowd, gone, back)} moves made meanwhile")
