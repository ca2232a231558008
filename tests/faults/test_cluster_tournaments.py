"""17e to 17i: a tournament at two processes, whichever of them directs it, or both; without PostgreSQL or Redis."""

import asyncio
import random
import time
from collections.abc import Iterator

import psycopg
import pytest

from tests.faults.cluster import beside
from tests.faults.report import FULL, Fault, times
from tests.faults.tournaments import Party
from tests.waiting import eventually
from tools.cluster.cluster import Cluster

PEOPLE = 16
FROZEN, GONE = 5, 10  # seconds
TAKEN_OVER = 5  # seconds after the loss of the director by which another directs


def director(site: Cluster, party: Party) -> str:
    """The name of the director that holds the lease."""
    with psycopg.connect(site.postgres.url) as connection:
        query = "SELECT director FROM games_tournament WHERE code = %s"
        return connection.execute(query, [party.code]).fetchone()[0]


async def under_a_tournament(site: Cluster, fault: Fault, *, of_director: bool) -> None:
    """Kills, again and again, the process that directs, or the other one."""
    party = await Party.gather(site, PEOPLE)
    directs, took = 0, []
    async with party.under_way(lambda party: directed_by_the_first(site, party)):
        for _time in range(times(full=10, short=1)):
            await asyncio.sleep(random.uniform(2, 5))
            killed, name = directs if of_director else 1 - directs, director(site, party)
            since = await beside(site.kill, killed)
            if of_director:
                await eventually(lambda name=name: director(site, party) != name)
                took.append(time.monotonic() - since)
                directs = 1 - directs
            await party.play_again(fault, since)
            await beside(site.start, killed)
            assert of_director or director(site, party) == name
    await party.hold(fault)
    if took:
        assert not FULL or max(took) < TAKEN_OVER
        fault.note(f"another directs after {max(took):.1f} s at most")


async def directed_by_the_first(site: Cluster, party: Party) -> None:
    """Starts the tournament while the second process stands still."""
    site.processes[1].pause()
    try:
        await party.host("start", at=site.processes[0].url)
        await eventually(lambda: director(site, party))
    finally:
        site.processes[1].resume()


async def test_kill_9_of_the_process_that_directs(cluster, fault):
    fault = fault("17e kill -9 of the process that directs a tournament, cluster")
    await under_a_tournament(cluster, fault, of_director=True)


async def test_kill_9_of_the_other_process(cluster, fault):
    fault = fault("17f kill -9 of the process that does not direct, cluster")
    await under_a_tournament(cluster, fault, of_director=False)


def apart(site: Cluster) -> list[str]:
    return [process.url for process in site.processes]


async def test_postgresql_is_frozen_under_a_tournament(cluster, fault):
    fault = fault(f"17g PostgreSQL frozen for {FROZEN} s under a tournament, cluster")
    party = await Party.gather(cluster, PEOPLE, origins=apart(cluster))
    async with party.under_way():
        for _time in range(times(full=5, short=1)):
            await asyncio.sleep(random.uniform(2, 5))
            await beside(cluster.postgres.pause)
            await asyncio.sleep(FROZEN)
            await party.play_again(fault, await beside(cluster.postgres.resume))
    await party.hold(fault)


async def test_redis_is_gone_under_a_tournament(cluster, fault):
    """Who is at the process that directs hears of everything; the others hear of it by beats, every 2 s here."""
    fault = fault(f"17h Redis gone for {GONE} s under a tournament, cluster")
    party = await Party.gather(cluster, PEOPLE, origins=apart(cluster))
    async with party.under_way():
        for _time in range(times(full=5, short=1)):
            await asyncio.sleep(random.uniform(2, 5))
            gone = await beside(cluster.redis.stop)
            await party.play_again(fault, gone)  # without it
            await asyncio.sleep(max(gone + GONE - time.monotonic(), 0))
            await beside(cluster.redis.start)
    await party.hold(fault)


@pytest.fixture
def obstinate(cluster, monkeypatch) -> Iterator[Cluster]:
    """Both processes believe that they hold every lease."""
    monkeypatch.setitem(cluster.environment, "DJANGO_SETTINGS_MODULE", "tests.faults.obstinate_settings")
    cluster.rolling_restart()
    yield cluster
    monkeypatch.undo()
    cluster.rolling_restart()


async def test_two_directors_that_believe_to_be_the_one(obstinate, fault):
    fault = fault("17i two directors of one tournament, cluster")
    party = await Party.gather(obstinate, PEOPLE, origins=apart(obstinate))
    async with party.under_way():
        await asyncio.sleep(times(full=120, short=12))
    stored = await party.hold(fault)
    matches = sum(match["counts"] for match in stored["matches"])
    for process in obstinate.processes:
        assert "is directed here" in process.log.read_text()
    fault.tried += matches
    fault.note(f"{matches} matches, each begun once")
