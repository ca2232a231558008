"""Work that many sockets ask for at about the same time, and that is done once for all of them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

SHORTEST, LONGEST = 0.05, 0.5  # seconds for which a run waits for others to ask
SHARE: Final = 0.2  # of a core that runs for one key take, unless the wait has reached its longest


class Shared(Generic[K, T]):
    """Share one run of `work` among all who ask for the same key before it begins.

    `work` returns the result and its cost in seconds of work: the more it costs, the longer the next run waits, up to
    `longest` seconds.
    """

    def __init__(self, work: Callable[[K], Awaitable[tuple[T, float]]], longest: float = LONGEST) -> None:
        self.work = work
        self.longest = longest
        self.pending: dict[K, asyncio.Task[T]] = {}
        self.cost = 0.0  # of the last run

    async def __call__(self, key: K) -> T:
        task = self.pending.get(key)
        if task is None or task.get_loop() is not asyncio.get_running_loop():
            task = self.pending[key] = asyncio.create_task(self._run(key))
        return await asyncio.shield(task)  # one of those who ask may go away

    async def _run(self, key: K) -> T:
        await asyncio.sleep(min(max(SHORTEST, self.cost / SHARE), self.longest))
        del self.pending[key]
        result, self.cost = await self.work(key)
        return result


def with_cost(function: Callable[P, T]) -> Callable[P, tuple[T, float]]:
    """Make a function return its result and the seconds of work it took. Waiting for a busy database is no work."""

    def run(*arguments: P.args, **named: P.kwargs) -> tuple[T, float]:
        begun = time.thread_time()
        return function(*arguments, **named), time.thread_time() - begun

    return run
