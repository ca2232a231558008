"""Batch database requests that arrive at the same time: one round trip to the database thread serves them all.

A request that arrives during a round trip waits for the next one. Moves share a transaction, because each commit costs
a write to the disk; pages that open share their queries.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from games.play import services
from games.play.models import Game
from games.play.selectors.games import games_by_code, with_first_win
from games.play.selectors.presence import Presence, presences_in
from games.play.selectors.state import State
from games.play.services import Turn
from games.site import metrics
from games.site.background import Background
from games.site.threads import reading, writing

A = TypeVar("A")
T = TypeVar("T")

MAX_BATCH = 64  # questions per batch; a caller waits for the whole batch


class Together(Generic[A, T]):
    """Batches concurrent questions. `answer_all` returns an answer per question, in order, or an exception to raise."""

    def __init__(self, answer_all: Callable[[list[A]], Awaitable[Sequence[T | Exception]]]) -> None:
        self.answer_all = answer_all
        self.waiting: list[tuple[A, asyncio.Future[T]]] = []
        self.asking = Background(self._ask_all)

    async def ask(self, question: A) -> T:
        """Return the answer to one question, or raise its error."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.waiting.append((question, answer))
        self.asking.start()
        return await answer

    async def _ask_all(self) -> None:
        while self.waiting:
            batch, self.waiting = self.waiting[:MAX_BATCH], self.waiting[MAX_BATCH:]
            try:
                results = await self.answer_all([question for question, _answer in batch])
            except Exception as failed:
                results = [failed] * len(batch)
            for (_question, answer), result in zip(batch, results, strict=True):
                if answer.done():  # its socket has closed meanwhile
                    continue
                if isinstance(result, Exception):
                    answer.set_exception(result)
                else:
                    answer.set_result(result)


@reading
def _look(codes: list[str]) -> list[tuple[State, Presence] | Exception]:
    games = games_by_code(codes)
    presences = presences_in(games.values())
    return [
        (with_first_win(State.of(games[code])), presences[code]) if code in games else Game.DoesNotExist()
        for code in codes
    ]


_plays: Together[Turn, State] = Together(writing(services.play_together))
_looks: Together[str, tuple[State, Presence]] = Together(_look)
metrics.watch_queue("moves", lambda: len(_plays.waiting))
metrics.watch_queue("looks", lambda: len(_looks.waiting))


async def play(turn: Turn) -> State:
    """Store a move and return the new state. Raises what `services.play` raises."""
    return await _plays.ask(turn)


async def play_all_waiting() -> None:
    """Wait until the moves that this process has received so far are stored or refused."""
    if waiting := [answer for _turn, answer in _plays.waiting]:
        await asyncio.wait(waiting)


async def look(code: str) -> tuple[State, Presence]:
    """Read a game, and who is in its room. Raises Game.DoesNotExist."""
    return await _looks.ask(code)
