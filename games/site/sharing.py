"""Share one computation among sockets that need it at about the same time."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

SHORTEST_WAIT, LONGEST_WAIT = 0.05, 0.5  # seconds for which a run waits for further callers
BUSY_SHARE: Final = 0.2  # at most this share of the time goes into one key, until its wait reaches the limit


class Shared(Generic[K, T]):
    """Share one run of `work` among all who call with the same key before the run starts. The longer the last run took,
    the longer the next one waits, up to `longest` seconds."""

    def __init__(self, work: Callable[[K], Awaitable[T]], longest: float = LONGEST_WAIT) -> None:
        self.work = work
        self.longest = longest
        self.pending: dict[K, asyncio.Task[T]] = {}
        self.took = 0.0

    async def __call__(self, key: K) -> T:
        task = self.pending.get(key)
        if task is None or task.get_loop() is not asyncio.get_running_loop():
            task = self.pending[key] = asyncio.create_task(self._run(key))
        return await asyncio.shield(task)  # cancelling one caller does not cancel the others

    async def _run(self, key: K) -> T:
        await asyncio.sleep(min(max(SHORTEST_WAIT, self.took / BUSY_SHARE), self.longest))
        del self.pending[key]
        begun = time.monotonic()
        result = await self.work(key)
        self.took = time.monotonic() - begun
        return result
