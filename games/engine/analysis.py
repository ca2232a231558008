"""The worth of every move of a solved game, and the verdict on it."""

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from games.engine.position import Cell, Mark, Move, Position
from games.engine.solver import Value, Worth
from games.engine.variant import Variant


class Verdict(enum.StrEnum):
    """The effect of a move on the value of the game, for the side that made it."""

    BEST = "best"  # keeps the value, and no other move wins sooner or loses later
    FINE = "fine"  # keeps the value, but wins later or loses sooner than necessary
    NO_WAY_OUT = "no way out"  # loses immediately, as every other move would
    GAVE_AWAY_DRAW = "gave away a draw"  # from a draw to a loss
    MISSED_WIN = "missed a win"  # from a win to a draw
    THREW_AWAY = "threw away the game"  # from a win to a loss

    @property
    def mistake(self) -> bool:
        return self not in (Verdict.BEST, Verdict.FINE, Verdict.NO_WAY_OUT)


_LOST_VALUE = {
    (Value.DRAW, Value.LOSS): Verdict.GAVE_AWAY_DRAW,
    (Value.WIN, Value.DRAW): Verdict.MISSED_WIN,
    (Value.WIN, Value.LOSS): Verdict.THREW_AWAY,
}


@dataclass(frozen=True)
class JudgedMove:
    """A move of a solved game and its worth to the side that moved."""

    variant: Variant
    before: Position
    move: Move

    @property
    def square(self) -> Cell:
        """The square that it marks."""
        return self.variant.square(self.move)

    @property
    def mark(self) -> Mark:
        return self.before.turn

    @property
    def after(self) -> Position:
        return self.before.play(self.move)

    @cached_property
    def best(self) -> Worth:
        """The worth of the best moves."""
        return self.variant.solved.worth(self.before)

    @cached_property
    def worth(self) -> Worth:
        """The worth of this move."""
        return self.variant.solved.worth_of(self.before, self.move)

    @property
    def verdict(self) -> Verdict:
        if self.worth == self.best:
            return Verdict.NO_WAY_OUT if self.worth == Worth(Value.LOSS, 1) else Verdict.BEST
        return _LOST_VALUE.get((self.best.value, self.worth.value), Verdict.FINE)

    @property
    def better(self) -> tuple[Move, ...]:
        """The best moves, unless this is one of them; then none."""
        return () if self.worth == self.best else self.variant.solved.best_moves(self.before)


@dataclass(frozen=True)
class Analysis:
    """Every move of a game, judged."""

    moves: tuple[JudgedMove, ...]

    def mistakes(self, mark: Mark) -> int:
        return sum(move.verdict.mistake for move in self.moves if move.mark is mark)

    @property
    def thrown_away(self) -> bool:
        """Whether a single move turned a won game into a lost one."""
        return any(move.verdict is Verdict.THREW_AWAY for move in self.moves)

    def losing_move(self, mark: Mark) -> int | None:
        """Return the number, from 1, of the mistake after which a side never recovered; None if there was none."""
        lost = None
        for number, move in enumerate(self.moves, start=1):
            value = move.worth.value if move.mark is mark else Value(-move.worth.value)
            if value is not Value.LOSS:
                lost = None
            elif move.mark is mark and move.verdict.mistake:
                lost = number
        return lost


def analyse(variant: Variant, start: Position, moves: Iterable[Move]) -> Analysis:
    """Judge the moves of a solved game from the position it started from. Raises IllegalMove."""
    position, judged = start, []
    for move in moves:
        judged.append(JudgedMove(variant, position, move))
        position = position.play(move)
    return Analysis(tuple(judged))


def winner_after(mover: Mark, worth: Worth) -> tuple[Mark | None, int]:
    """Return the winner under best play, None for a draw, and the moves that the winner has yet to make after a move
    worth this to its mover: 0 after a winning move. All pages count distances this way."""
    if worth.value is Value.DRAW:
        return None, 0
    if worth.value is Value.WIN:
        return mover, worth.winners_moves - 1
    return mover.other, worth.winners_moves
