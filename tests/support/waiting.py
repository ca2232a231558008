"""Waiting in tests, by polling for conditions that send no event."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 60  # seconds: generous, because busy machines are slow


async def eventually(met: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until a condition holds. Raises TimeoutError."""
    async with asyncio.timeout(patience):
        while not met():  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.1)


def until(met: Callable[[], T], patience: float = PATIENCE) -> T:
    """Wait until a condition holds, and return its value. Raises TimeoutError."""
    deadline = time.monotonic() + patience
    while not (found := met()):
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.05)
    return found
