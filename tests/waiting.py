"""How long tests wait, and how for what tells nobody that it has come about."""

import asyncio
from collections.abc import Callable

PATIENCE = 60  # seconds; a busy machine is slow, a missing thing is missing for ever


async def eventually(met: Callable[[], object], patience: float = PATIENCE) -> None:
    """Waits until something holds. Raises TimeoutError."""
    async with asyncio.timeout(patience):
        while not met():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.1)
