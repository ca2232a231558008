"""1c and 3c: one process of two goes away in the middle of many games, and the other serves them."""

import asyncio
import random
import time

from tests.faults.cluster import GAMES, beside, interruptions, parts, under_play
from tests.faults.process import errors
from tests.faults.report import times

LATE = 3  # seconds after a restart by which the last page may have heard of it
RESTARTING = {1012, 1006}  # close codes: of who is told to come back, and of who comes right then


async def test_one_of_two_is_killed_again_and_again(cluster, fault):
    fault = fault("1c kill -9 of one process of two, cluster")
    for number, crowd in enumerate(await parts(cluster, times(full=20, short=2))):
        async with under_play(crowd, fault, think=0.7):
            await beside(cluster.kill, number % 2)
            await asyncio.sleep(random.uniform(0, 2))
            await beside(cluster.start, number % 2)
        lost = interruptions(crowd)
        assert lost, "nobody lost a socket"
        fault.recovered(lost)
    fault.note(f"{GAMES} games at once; recovery of the pages that were at that process")


async def test_one_of_two_is_stopped_by_sigterm(cluster, fault):
    fault = fault("3c SIGTERM of one process of two, cluster")
    for number, crowd in enumerate(await parts(cluster, times(full=10, short=1))):
        process = cluster.processes[number % 2]
        async with under_play(crowd, fault, think=0.7):
            await beside(process.stop)
            assert process.process.returncode in (0, -15)
            await asyncio.sleep(random.uniform(0, 2))
            await beside(process.start)
        lost = interruptions(crowd)
        assert lost, "nobody lost a socket"
        fault.recovered(lost)
        assert {code for page in crowd.pages for _at, code in page.closed} <= RESTARTING


async def test_a_rolling_restart(cluster, fault):
    fault = fault("3d rolling restart of both processes, cluster")
    before = [len(errors(process)) for process in cluster.processes]
    for crowd in await parts(cluster, times(full=10, short=1)):
        async with under_play(crowd, fault, think=1.5):
            begun = time.monotonic()
            done = await beside(cluster.rolling_restart)
        losses = [at for page in crowd.pages for at, _code in page.closed]
        assert len(losses) >= len(crowd.pages), "each page is at one of the processes"
        assert begun < min(losses) < max(losses) < done + LATE
        fault.recovered(interruptions(crowd))
        assert {code for page in crowd.pages for _at, code in page.closed} <= RESTARTING
    assert [len(errors(process)) for process in cluster.processes] == before
