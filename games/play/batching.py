"""Batch database requests that arrive during a round trip to the database thread: the next round trip serves them all.
Moves share a transaction, because each commit costs a disk write; pages that open share their queries."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from games.play import services
from games.play.models import Game
from games.play.selectors.games import games_by_code, with_first_win
from games.play.selectors.presence import Presence, presences_of
from games.play.selectors.state import State
from games.play.services import Turn
from games.site import metrics
from games.site.background import Background
from games.site.threads import reading, writing

A = TypeVar("A")
T = TypeVar("T")

MAX_BATCH = 64  # requests; a caller waits for the whole batch


class Batcher(Generic[A, T]):
    """Batches concurrent requests. `handle_batch` returns a result for each, in order, or an exception to raise."""

    def __init__(self, handle_batch: Callable[[list[A]], Awaitable[Sequence[T | Exception]]]) -> None:
        self.handle_batch = handle_batch
        self.waiting: list[tuple[A, asyncio.Future[T]]] = []
        self.worker = Background(self._handle_waiting)

    async def submit(self, request: A) -> T:
        """Return the result of one request, or raise its exception."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.waiting.append((request, future))
        self.worker.start()
        return await future

    async def _handle_waiting(self) -> None:
        while self.waiting:
            batch, self.waiting = self.waiting[:MAX_BATCH], self.waiting[MAX_BATCH:]
            try:
                results = await self.handle_batch([request for request, _future in batch])
            except Exception as failed:
                results = [failed] * len(batch)
            for (_request, future), result in zip(batch, results, strict=True):
                if future.done():  # its socket has closed meanwhile
                    continue
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(result)


@reading
def _read(codes: list[str]) -> list[tuple[State, Presence] | Exception]:
    games = games_by_code(codes)
    presences = presences_of(games.values())
    return [
        (with_first_win(State.of(games[code])), presences[code]) if code in games else Game.DoesNotExist()
        for code in codes
    ]


_moves: Batcher[Turn, State] = Batcher(writing(services.play_together))
_reads: Batcher[str, tuple[State, Presence]] = Batcher(_read)
play = _moves.submit  # stores a move and returns the new state; raises what `services.play` raises
read_room = _reads.submit  # reads a game and its presence; raises Game.DoesNotExist
metrics.watch_queue("moves", lambda: len(_moves.waiting))
metrics.watch_queue("looks", lambda: len(_reads.waiting))


async def finish_waiting_moves() -> None:
    """Wait until the moves that this process has received so far are stored or refused."""
    if futures := [future for _turn, future in _moves.waiting]:
        await asyncio.wait(futures)
