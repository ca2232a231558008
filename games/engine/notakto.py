"""Notakto: both sides write X, and three in a row loses. A full board has a row, so there are no draws."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.engine.nine import MarkingGame, MarkingPosition, two_rows
from games.engine.policies import perfect_and_simple
from games.engine.position import BLANK, Mark, Move, Position, PositionError
from games.engine.solver import Minimax


class NotaktoPosition(MarkingPosition):
    """All marks are X: it does not matter which side wrote them."""

    LINE_WINS = False
    SYMBOLS = Mark.X + BLANK

    @property
    def writes(self) -> Mark:
        return Mark.X

    @staticmethod
    @cache
    def unplayable(cells: str) -> PositionError | None:
        return two_rows(cells)


class Notakto(MarkingGame):
    """The drawing uses X's ink for the first side and O's for the second."""

    def inks(self, positions: Sequence[Position], moves: Sequence[Move]) -> str:
        inks = list(positions[0].cells)
        for before, move in zip(positions, moves, strict=False):
            inks[self.square(move)] = before.turn
        return "".join(inks)

    def passed(self, position: Position) -> Position:
        return position  # both sides have the same moves

    def drawn(self, inks: str) -> Position:
        return self.position(inks.replace(Mark.O, Mark.X))


SOLVER: Final = Minimax()
NOTAKTO: Final = Notakto(key="notakto", start=NotaktoPosition(), solver=SOLVER, opponents=perfect_and_simple(SOLVER))
