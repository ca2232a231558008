"""Work in the background of the event loop: one task of each kind at a time."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, ParamSpec

P = ParamSpec("P")


class Background(Generic[P]):
    """A decorator for an async function that runs as at most one task at a time. `task` is the latest run, None before
    the first."""

    def __init__(self, work: Callable[P, Coroutine[Any, Any, None]]) -> None:
        self.work = work
        self.task: asyncio.Task[None] | None = None

    def start(self, *arguments: P.args, **named: P.kwargs) -> None:
        """Start the work in the running event loop, unless it is already running there."""
        if self.task is None or self.task.done() or self.task.get_loop() is not asyncio.get_running_loop():
            self.task = asyncio.create_task(self.work(*arguments, **named))
