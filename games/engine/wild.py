"""Wild: each move writes X or O, as the player likes, and three alike in a row win. Neither side owns a mark."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from games.engine.nine import NineGame, NinePosition, Turned, read_cell, turns, two_rows
from games.engine.policies import perfect_and_simple
from games.engine.position import BLANK, Cell, IllegalMove, Mark, Move, MoveError, Position
from games.engine.solver import Tabled
from games.engine.variant import Symmetry

Writing = tuple[Cell, Mark]


class WildPosition(NinePosition):
    """Nine squares, each "X", "O" or "_", with any number of Xs and Os."""

    unplayable = staticmethod(two_rows)

    @cached_property
    def legal_moves(self) -> tuple[Writing, ...]:
        """Every empty cell with X and with O, ascending."""
        if self.outcome:
            return ()
        return tuple((cell, mark) for cell, symbol in enumerate(self.cells) if symbol == BLANK for mark in Mark)

    def play(self, move: Move) -> "WildPosition":
        return self.marked(*_writing(move))


_DIGITS: Final = str.maketrans(BLANK + "XO", "012")
_EXCHANGED: Final = str.maketrans("XO", "OX")


@dataclass(frozen=True)
class WildTurn(Symmetry):
    """The board turned, with X and O `exchanged` or not: a line wins for the side that completes it."""

    turned: Turned
    exchanged: bool

    def position(self, position: Position) -> WildPosition:
        assert isinstance(position, WildPosition)
        after = position.turned(self.turned.way)
        return type(after)(after.cells.translate(_EXCHANGED)) if self.exchanged else after

    def move(self, move: Move) -> Writing:
        cell, mark = _writing(move)
        return self.turned.move(cell), mark.other if self.exchanged else mark


class Wild(NineGame):
    """A move is a cell and a mark, written "4X"; people count squares from 1 and write "5X"."""

    def position(self, text: str) -> WildPosition:
        return WildPosition(text)

    def read(self, text: str) -> Writing:
        return read_cell(text[:1]), _mark(text[1:])

    def write(self, move: Move) -> str:
        cell, mark = _writing(move)
        return f"{cell}{mark}"

    def split(self, record: str) -> tuple[str, ...]:
        return tuple(record[start : start + 2] for start in range(0, len(record), 2))

    def square(self, move: Move) -> Cell:
        return _writing(move)[0]

    def passed(self, position: Position) -> Position:
        return position  # both sides have the same moves


def _writing(move: Move) -> Writing:
    """Return a move as a cell and a mark. Raises IllegalMove if it is anything else."""
    if not isinstance(move, tuple) or len(move) != 2:
        raise IllegalMove(MoveError.NOT_A_SQUARE)
    cell, mark = move
    if not isinstance(cell, int) or not isinstance(mark, Mark):
        raise IllegalMove(MoveError.NOT_A_SQUARE)
    return cell, mark


def _mark(text: str) -> Mark:
    if text not in list(Mark):
        raise IllegalMove(MoveError.NOT_A_SQUARE)
    return Mark(text)


def rank(position: Position) -> int:
    """Return the number of a position among all ways to fill nine squares: its cells as digits in base 3."""
    return int(position.cells.translate(_DIGITS), 3)


SOLVER: Final = Tabled("wild", rank, ranks=3**9)
WILD: Final = Wild(
    key="wild",
    start=WildPosition(),
    solver=SOLVER,
    symmetries=tuple(WildTurn(turn, exchanged) for exchanged in (False, True) for turn in turns()),
    opponents=perfect_and_simple(SOLVER),
    choices=tuple(Mark),
)
