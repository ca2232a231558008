"""Wait for conditions by polling."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 60  # seconds, because busy machines are slow


async def eventually(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until a condition holds. Raises TimeoutError."""
    async with asyncio.timeout(patience):
        while not condition():  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.1)


def until(condition: Callable[[], T], patience: float = PATIENCE) -> T:
    """Wait until a condition holds, and return its value. Raises TimeoutError."""
    deadline = time.monotonic() + patience
    while not (found := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.05)
    return found
