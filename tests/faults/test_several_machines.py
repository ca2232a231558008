"""18: a machine with processes, or Redis's machine, is cut off or lost instantly."""

import asyncio
import contextlib

import psycopg

from tests.faults.cluster import beside, made_between, seat_at, under_play, went_on
from tests.faults.cuts import CUT, GAMES, PLIES, THINK, played
from tests.faults.players import Crowd
from tests.faults.report import times
from tictactoe_site.settings import POSTGRESQL

DETECTED = 15  # seconds after which the kernel itself reports a dead link: pubsub.KEEPALIVE


async def test_the_link_of_a_machine_is_cut_and_comes_back(machines, fault):
    fault = fault(f"18 the link of one machine of two cut for {CUT} s, machines")
    for _time in range(times(full=10, short=1)):
        async with played(machines, fault):
            machine = machines.busiest.machine
            await beside(machine.cut)
            await asyncio.sleep(CUT)
            await beside(machine.mend)


async def test_a_machine_is_lost_instantly(machines, fault):
    fault = fault("18b a machine killed whole, machines")
    for _time in range(times(full=10, short=1)):
        async with played(machines, fault):
            host = machines.busiest
            await beside(host.lose)
        await beside(host.come_back)


async def test_a_machine_is_cut_off_while_it_changes_games(machines, fault):
    """Without TCP keepalive, PostgreSQL would keep its rows locked for hours."""
    fault = fault("18c a machine cut off for good that was just changing all games, machines")
    [lost, other] = machines.hosts
    for _time in range(times(full=5, short=1)):
        crowd = await Crowd.gather(machines, GAMES)
        seat_at(crowd, [other.processes[0].url])
        with lost.machine.entered():
            connection = psycopg.connect(machines.primary.url, options=POSTGRESQL["options"])
        with contextlib.closing(connection):
            async with under_play(crowd, fault, think=THINK, plies=PLIES):
                connection.execute("UPDATE games_game SET version = version")
                begun = await beside(lost.machine.cut)
            fault.recovered(went_on(crowd, begun))
        await beside(lost.machine.mend)


async def test_the_machine_of_redis_is_lost_and_returns_empty(machines, fault):
    fault, redis = fault(f"18e the machine of Redis gone for {DETECTED} s, and back empty, machines"), machines.redis
    for _time in range(times(full=5, short=1)):
        async with played(machines, fault, apart=True) as crowd:
            gone = await beside(redis.lose)
            await asyncio.sleep(DETECTED)
            await beside(redis.machine.mend)
            back = await beside(redis.start)
        fault.note(f"{made_between(crowd, gone, back)} moves made meanwhile")
