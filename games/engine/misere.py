"""Misère: three in a row loses. Everything else is as in the classic game."""

from functools import cache
from typing import Final

from games.engine.nine import MarkingGame, MarkingPosition
from games.engine.policies import perfect_and_simple
from games.engine.position import Mark, Position, PositionError
from games.engine.solver import Minimax


class MiserePosition(MarkingPosition):
    """Three in a row loses."""

    LINE_WINS = False


class PassedPosition(MiserePosition):
    """A position after a pass, which no game reaches: X moves when the number of marks is odd."""

    @property
    def turn(self) -> Mark:
        return super().turn.other

    @staticmethod
    @cache
    def unplayable(cells: str) -> PositionError | None:
        return None


class Misere(MarkingGame):
    """A game whose passes lead to a PassedPosition."""

    def passed(self, position: Position) -> Position:
        return PassedPosition(position.cells)


SOLVER: Final = Minimax()
MISERE: Final = Misere(key="misere", start=MiserePosition(), solver=SOLVER, opponents=perfect_and_simple(SOLVER))
