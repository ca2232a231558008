"""Writes down, every few seconds, how many errors this process has logged. Those of its last seconds are in the log
alone."""

import asyncio
import logging
from collections import Counter
from contextvars import Context
from typing import Final

from games import metrics, services
from games.background import Background
from games.live.threads import writing

logger = logging.getLogger(__name__)

EVERY: Final = 10.0  # seconds


def start() -> None:
    """Begins to write down in the running event loop, unless that is under way."""
    Context().run(_keep.start)  # an empty one, not that of the request which happens to be the first


@Background
async def _keep() -> None:
    while True:
        await asyncio.sleep(EVERY)
        await write()


async def write() -> None:
    """Writes down what has been logged since. What can't be written is kept for the next time."""
    unwritten = metrics.unwritten
    logged = Counter(unwritten.popleft() for _number in range(len(unwritten)))
    if logged:
        try:
            await writing(services.note_errors)(logged=logged)
        except Exception as failed:  # as no error, which would have to be written down too
            logger.warning("could not write down how many errors there were: %s", failed)
            unwritten.extend(logged.elements())
