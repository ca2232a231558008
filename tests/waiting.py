"""Waiting for what tells nobody that it has come about."""

import asyncio
from collections.abc import Callable


async def eventually(met: Callable[[], object], patience: float = 60) -> None:
    """Waits until something holds. Raises TimeoutError."""
    async with asyncio.timeout(patience):
        while not met():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.1)
