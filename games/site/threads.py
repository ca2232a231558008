"""The two database threads of all sockets of a process: one writes, one only reads.

With two threads, opening pages and storing moves do not wait for each other. Each thread keeps its connection, because
opening one costs more than storing a move. A stopping process waits for their current work. A third thread renders the
pages of tournaments, so that no room waits for them; it never accesses the database.
"""

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import connection

from games.site import metrics

P = ParamSpec("P")
T = TypeVar("T")

_writes = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writes")
_reads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reads")
_renders = ThreadPoolExecutor(max_workers=1, thread_name_prefix="renders")
metrics.watch_queue("writes", _writes._work_queue.qsize)
metrics.watch_queue("reads", _reads._work_queue.qsize)
metrics.watch_queue("renders", _renders._work_queue.qsize)


def writing(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return an async version of a function, which runs on the thread that writes."""
    return _on(_writes, _connected(function, "writes"))


def reading(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return an async version of a function, which runs on the thread that reads."""
    return _on(_reads, _connected(function, "reads"))


def rendering(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return an async version of a function, which runs on the thread that renders and must not access the database."""
    return _on(_renders, function)


def _on(executor: ThreadPoolExecutor, function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return an async version of a function, run on an executor, without its caller's language or other context."""

    @functools.wraps(function)
    async def run(*arguments: P.args, **named: P.kwargs) -> T:
        work = functools.partial(function, *arguments, **named)
        return await asyncio.get_running_loop().run_in_executor(executor, work)

    return run


def _connected(function: Callable[P, T], thread: str) -> Callable[P, T]:
    seconds = metrics.DATABASE_SECONDS.labels(thread)

    @functools.wraps(function)
    def run(*arguments: P.args, **named: P.kwargs) -> T:
        begun = time.perf_counter()
        connection.close_at = None  # keep the connection open between calls
        connection.close_if_unusable_or_obsolete()  # with CONN_HEALTH_CHECKS, checks that the connection still works
        connection.ensure_connection()
        try:
            return function(*arguments, **named)
        finally:
            if connection.errors_occurred:  # the connection may be fine, but a new one certainly is
                connection.close()
            seconds.observe(time.perf_counter() - begun)

    return run
