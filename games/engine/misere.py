"""Misère: three in a row loses. Everything else is as in the classic game."""

from typing import Final

from games.engine.nine import MarkingGame, MarkingPosition
from games.engine.policies import easy, medium, opponents
from games.engine.position import Mark
from games.engine.solver import Minimax


class MiserePosition(MarkingPosition):
    """Three in a row loses."""

    def winner(self, completed: Mark) -> Mark:
        return completed.other


SOLVER: Final = Minimax()
MISERE: Final = MarkingGame(
    key="misere",
    start=MiserePosition(),
    solver=SOLVER,
    opponents=opponents({"easy": easy, "medium": medium, "hard": SOLVER.best_moves}),
)
