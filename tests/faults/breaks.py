"""Contexts that break a site and repair it. Each yields the time from which recovery is measured."""

import asyncio
import contextlib
import functools
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager

import psycopg

from tests.faults.cluster import in_thread
from tests.faults.players import Site
from tests.support.server import Server
from tools.cluster.cluster import Cluster, Process

LOCKED_FOR, FROZEN_FOR, STOPPED_FOR = 3, 5, 10  # seconds
MAKE_RUN = (sys.executable, "manage.py", "serve", "--collectstatic", "--migrate")
# Takes the site, and how often it was broken before.
Break = Callable[[Site, int], AbstractAsyncContextManager[float]]


def process_of(site: Site, number: int) -> Server | Process:
    """Return the site's only process, or its two processes in turn."""
    return site.processes[number % 2] if isinstance(site, Cluster) else site


def kill(process: Server | Process) -> None:
    if isinstance(process, Process):
        process.kill()
    else:
        process.stop(signal.SIGKILL)


@contextlib.asynccontextmanager
async def killed(site: Site, number: int) -> AsyncIterator[float]:
    """Kill with SIGKILL. A single server starts again at once, with the command of `make run`; one of two processes
    starts again after a while."""
    process = process_of(site, number)
    gone = await in_thread(kill, process)
    if isinstance(site, Cluster):
        await asyncio.sleep(random.uniform(0, 2))
        try:
            yield gone
        finally:
            await in_thread(process.start)
    else:
        await in_thread(process.start, *MAKE_RUN)
        yield time.monotonic()


@contextlib.asynccontextmanager
async def terminated(site: Site, number: int) -> AsyncIterator[float]:
    process = process_of(site, number)
    await in_thread(process.stop)
    assert process.process.returncode in (0, -15)
    await asyncio.sleep(random.uniform(0, 2))
    yield await in_thread(process.start)


@contextlib.asynccontextmanager
async def restarted_in_turn(site: Cluster, _number: int) -> AsyncIterator[float]:
    yield await in_thread(site.rolling_restart)


@contextlib.asynccontextmanager
async def locked(site: Server, _number: int) -> AsyncIterator[float]:
    """Hold SQLite's write lock from another process for LOCKED_FOR seconds."""
    code = (
        "import sqlite3, sys; connection = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "connection.execute('BEGIN IMMEDIATE'); print('locked', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(site.folder / "db.sqlite3")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:  # noqa: ASYNC220
        assert other.stdout.readline() == b"locked\n"
        yield time.monotonic()
        await asyncio.sleep(LOCKED_FOR)
        other.stdin.close()


@contextlib.asynccontextmanager
async def broken(begin: Callable[[], object], seconds: float, end: Callable[[], object]) -> AsyncIterator[float]:
    """Break something for at least `seconds`."""
    begun = await in_thread(begin)
    try:
        yield begun
        await asyncio.sleep(max(begun + seconds - time.monotonic(), 0))
    finally:
        await in_thread(end)


def full(site: Server, _number: int) -> AbstractAsyncContextManager[float]:
    """Limit the size of the server's files, which has the effect of a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    limit = functools.partial(resource.prlimit, site.process.pid, resource.RLIMIT_FSIZE)
    return broken(lambda: limit((1, hard)), FROZEN_FOR, lambda: limit((soft, hard)))


def postgresql_stopped(site: Cluster, _number: int) -> AbstractAsyncContextManager[float]:
    return broken(site.postgres.stop, STOPPED_FOR, site.postgres.start)


def postgresql_frozen(site: Cluster, _number: int) -> AbstractAsyncContextManager[float]:
    return broken(site.postgres.pause, FROZEN_FOR, site.postgres.resume)


def redis_stopped(site: Cluster, _number: int) -> AbstractAsyncContextManager[float]:
    return broken(site.redis.stop, STOPPED_FOR, site.redis.start)


def redis_frozen(site: Cluster, _number: int) -> AbstractAsyncContextManager[float]:
    return broken(site.redis.pause, STOPPED_FOR, site.redis.resume)


@contextlib.asynccontextmanager
async def redis_restarted(site: Cluster, _number: int) -> AsyncIterator[float]:
    await in_thread(site.redis.stop)
    yield await in_thread(site.redis.start)


class Locker:
    """A transaction that locks games until it releases them."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self.connection = connection

    def lock(self, code: str) -> None:
        self.connection.execute("SELECT 1 FROM games_game WHERE code = %s FOR UPDATE", [code])

    def release(self) -> None:
        self.connection.rollback()


@contextlib.contextmanager
def locker(site: Cluster) -> Iterator[Locker]:
    # Its long deadlock_timeout makes PostgreSQL abort the site's transactions instead of this one.
    with psycopg.connect(site.postgres.url, options="-c deadlock_timeout=60s") as connection:
        yield Locker(connection)
        connection.rollback()


def waiting_for_locks(site: Cluster) -> int:
    """Return the number of transactions that wait for another's lock."""
    with psycopg.connect(site.postgres.url) as connection:
        query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        return connection.execute(query).fetchone()[0]
