"""Background work in the event loop, with one task of each kind at a time."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Background:
    """A decorator for an async function that runs as at most one task at a time. `task` is the latest run, if any."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.work = work
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the work in the running event loop, unless it is already running there."""
        if self.task is None or self.task.done() or self.task.get_loop() is not asyncio.get_running_loop():
            self.task = asyncio.create_task(self.work())
