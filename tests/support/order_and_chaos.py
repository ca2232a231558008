"""A game for tests only, to find code that assumes too much about games.

Order and Chaos on nine squares: each move writes X or O. Order, who starts, wins when three equal marks are in a row,
even if Chaos completes it; Chaos wins if the board fills up without a row. The first move may not be the centre. The
game is not solved.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Final

import pytest

from games.engine.nine import CENTRE, complete_lines
from games.engine.policies import easy, medium, opponents
from games.engine.position import BLANK, IllegalMove, Mark, Move, MoveError, Outcome, Termination
from games.engine.variants import VARIANTS
from games.engine.wild import WILD, Wild, WildPosition
from games.play.words.roster import EASY, MEDIUM, PLAYERS
from games.play.words.rules import RULES, WROTE, Picture, Rules


class OrderPosition(WildPosition):
    """Nine squares, each "X", "O" or "_"."""

    @cached_property
    def outcome(self) -> Outcome | None:
        for line in complete_lines(self.cells):
            return Outcome(Mark.X, Termination.LINE, line)
        return None if BLANK in self.cells else Outcome(Mark.O, Termination.FULL)

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        moves = super().legal_moves
        return moves if self.ply else tuple(move for move in moves if move[0] != CENTRE)

    def play(self, move: Move) -> "OrderPosition":
        if not self.ply and isinstance(move, tuple) and move[0] == CENTRE:
            raise IllegalMove(MoveError.NOT_ALLOWED)
        return super().play(move)


class OrderAndChaos(Wild):
    """Moves are written as in Wild."""

    def position(self, text: str) -> OrderPosition:
        return OrderPosition(text)


ORDER_AND_CHAOS: Final = OrderAndChaos(
    key="order",
    start=OrderPosition(),
    solver=None,
    symmetries=WILD.symmetries,
    opponents=opponents({"easy": easy, "medium": medium}),
    choices=tuple(Mark),
)
ITS_RULES: Final = Rules(
    name="Order and Chaos",
    rule="Three alike in a row wins for Order.",
    short="Order wants three alike in a row.",
    preview="Order wants three alike in a row, Chaos a full board.",
    new_here="New here? Write X or O. Order wants three alike in a row, Chaos a full board.",
    line="Three alike in a row, which wins for Order.",
    full="The board is full, which wins for Chaos.",
    title="Order and Chaos",
    invitation="A friend invites you to play Order and Chaos",
    invitation_of="%(name)s invites you to play Order and Chaos",
    against="%(x)s against %(o)s at Order and Chaos",
    exactly="Each turn you write X or O on an empty square, at first not in the centre.",
    explained=(Picture("x_o_ox_xo"),),
    picture=Picture("x_o_ox_xo"),
    sides=("Order", "Chaos"),
    marks=("", ""),
    move=WROTE,
    your_side="Which side is yours?",
)


@contextmanager
def registered() -> Iterator[OrderAndChaos]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(VARIANTS, ORDER_AND_CHAOS.key, ORDER_AND_CHAOS)
        patch.setitem(RULES, ORDER_AND_CHAOS.key, ITS_RULES)
        patch.setitem(PLAYERS, ORDER_AND_CHAOS.key, {"easy": EASY, "medium": MEDIUM})
        yield ORDER_AND_CHAOS
