"""Misère: three in a row loses. Everything else is as in the classic game."""

from typing import Final

from games.engine.nine import MarkingGame, MarkingPosition
from games.engine.policies import perfect_and_simple
from games.engine.solver import Minimax


class MiserePosition(MarkingPosition):
    """Three in a row loses."""

    LINE_WINS = False


SOLVER: Final = Minimax()
MISERE: Final = MarkingGame(key="misere", start=MiserePosition(), solver=SOLVER, opponents=perfect_and_simple(SOLVER))
