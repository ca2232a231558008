"""The solved game: what every position is worth under best play, and how soon it ends."""

import enum
from dataclasses import dataclass
from functools import cache

from games.engine.position import Cell, Position


class Value(enum.IntEnum):
    """What a position is worth to the side to move, when both play their best."""

    LOSS = -1
    DRAW = 0
    WIN = 1


@dataclass(frozen=True)
class Worth:
    """A position's value to the side to move, and how many plies remain: fewest to win, most to lose, all to draw."""

    value: Value
    plies: int

    @property
    def _order(self) -> tuple[int, int]:
        return self.value, -self.plies if self.value is Value.WIN else self.plies


@cache
def worth(position: Position) -> Worth:
    """What the position is worth to the side to move. Worked out when first asked for, remembered afterwards."""
    if position.outcome:
        # The side to move has just been beaten, or the board is full.
        return Worth(Value.LOSS if position.outcome.winner else Value.DRAW, 0)
    return max((worth_of(position, cell) for cell in position.legal_moves), key=lambda found: found._order)


def worth_of(position: Position, cell: Cell) -> Worth:
    """What marking this cell is worth to the side to move. Raises IllegalMove."""
    answer = worth(position.play(cell))
    return Worth(Value(-answer.value), answer.plies + 1)


@cache
def best_moves(position: Position) -> tuple[Cell, ...]:
    """The cells with the quickest win, else a draw, else the slowest loss; ascending, none once the game is over."""
    best = worth(position)
    return tuple(cell for cell in position.legal_moves if worth_of(position, cell) == best)


@cache
def keeping_moves(position: Position) -> tuple[Cell, ...]:
    """The cells that keep the value, however slowly; ascending, none once the game is over."""
    value = worth(position).value
    return tuple(cell for cell in position.legal_moves if worth_of(position, cell).value is value)
