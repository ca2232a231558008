"""Moves that come at the same time share one transaction, and one trip to the database's thread.

A commit costs a write to the disk that is waited for, however little it holds. While one is under way, the moves made
meanwhile queue up here for the next. What becomes of each is the business of `services.play_together`.
"""

import asyncio

from games import services
from games.database import writing
from games.services import Turn
from games.state import State

MOST = 32  # moves in one transaction: the last one waits for all

_waiting: list[tuple[Turn, asyncio.Future[State]]] = []
_playing: asyncio.Task[None] | None = None


async def play(turn: Turn) -> State:
    """The new state, once it is stored. Raises what `services.play` raises."""
    global _playing
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[State] = loop.create_future()
    _waiting.append((turn, answer))
    if _playing is None or _playing.done() or _playing.get_loop() is not loop:
        _playing = loop.create_task(_play_all())
    return await answer


async def _play_all() -> None:
    while _waiting:
        batch = _waiting[:MOST]
        del _waiting[:MOST]
        # The games in one order everywhere: two processes then never wait for each other's rows in a circle.
        batch.sort(key=lambda waiting: waiting[0].seen.game)
        try:
            results = await writing(services.play_together)([turn for turn, _answer in batch])
        except Exception as failed:
            results = [failed] * len(batch)
        for (_turn, answer), result in zip(batch, results, strict=True):
            if answer.done():  # whoever asked has gone
                continue
            if isinstance(result, Exception):
                answer.set_exception(result)
            else:
                answer.set_result(result)
