"""How tournaments stand, read once for all pages of this process that ask at about the same time."""

import asyncio
import time
from typing import Final

from games.live.threads import reading
from games.selectors.matches import Scene, scene_of

SOONEST, LATEST = 0.05, 0.5  # seconds: news comes in crowds, and each page that hears it asks
SHARE: Final = 0.2  # of a core that readings take at most, where very many take part

_to_come: dict[str, "asyncio.Task[Scene]"] = {}  # by the code of the tournament: what has not begun to be read
_cost = 0.0  # seconds of work, the last reading


async def scene(code: str) -> Scene:
    """How a tournament stands, read after this was asked. Raises Tournament.DoesNotExist."""
    task = _to_come.get(code)
    if task is None or task.get_loop() is not asyncio.get_running_loop():
        task = _to_come[code] = asyncio.create_task(_read(code))
    return await asyncio.shield(task)  # one of those who ask may go away


async def _read(code: str) -> Scene:
    global _cost
    await asyncio.sleep(min(max(SOONEST, _cost / SHARE), LATEST))
    del _to_come[code]
    found, _cost = await reading(_with_cost)(code)
    return found


def _with_cost(code: str) -> tuple[Scene, float]:
    begun = time.thread_time()  # waiting for a busy database is no work
    return scene_of(code), time.thread_time() - begun
