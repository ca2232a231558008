"""The rules: marks, positions, which moves are allowed, and how a game ends.

A cell is 0..8, row by row from the top left; what people see is 1..9. X always begins, so whose turn it is follows
from the marks on the board.
"""

import enum
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

Cell = int
Line = tuple[Cell, Cell, Cell]

# Rows, columns, diagonals: the order in which everything here scans them.
LINES: Final[tuple[Line, ...]] = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)
BLANK: Final = "_"


class Mark(enum.StrEnum):
    """One of the two sides. X begins."""

    X = "X"
    O = "O"  # noqa: E741 - the name of the mark

    @property
    def other(self) -> "Mark":
        return Mark.O if self is Mark.X else Mark.X


SYMBOLS: Final = Mark.X + Mark.O + BLANK


class Termination(enum.StrEnum):
    """Why a game is over."""

    LINE = "line"
    """Three equal marks in a line."""
    FULL = "full"
    """Nine marks and no line: a draw."""
    RESIGNED = "resigned"
    """One side gave up; the other has won."""
    ABANDONED = "abandoned"
    """One side left and the other claimed the win, or called it a draw (then there is no winner)."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winner, None for a draw, and the winning line where there is one."""

    winner: Mark | None
    termination: Termination
    line: Line | None = None


class MoveError(enum.Enum):
    """Why a move is illegal."""

    NOT_A_SQUARE = "not a square"
    TAKEN = "taken"
    OVER = "over"


class IllegalMove(ValueError):
    """A move the rules do not allow."""

    def __init__(self, reason: MoveError) -> None:
        super().__init__(reason.value)
        self.reason = reason


class PositionError(enum.Enum):
    """Why nine symbols are no position of this game."""

    LENGTH = "length"
    SYMBOLS = "symbols"
    COUNTS = "counts"
    TWO_WINNERS = "two winners"
    PLAYED_ON = "played on"


class ImpossiblePosition(ValueError):
    """Nine symbols that no game can have led to."""

    def __init__(self, reason: PositionError) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True)
class Position:
    """Nine squares, row by row from the top left, each "X", "O" or "_". Immutable.

    Raises ImpossiblePosition for anything that cannot come about in a game: wrong length or symbols, counts that do
    not fit, two winners, or moves after the end.
    """

    cells: str = BLANK * 9

    def __post_init__(self) -> None:
        reason = _impossible(self.cells)
        if reason:
            raise ImpossiblePosition(reason)

    @property
    def ply(self) -> int:
        """How many marks are on the board."""
        return 9 - self.cells.count(BLANK)

    @property
    def turn(self) -> Mark:
        """Whose turn it is; of a finished game, whose it would be."""
        return Mark.O if self.ply % 2 else Mark.X

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended on the board; None while it goes on."""
        for line in LINES:
            winner = _owner(self.cells, line)
            if winner:
                return Outcome(winner, Termination.LINE, line)
        return None if BLANK in self.cells else Outcome(None, Termination.FULL)

    @cached_property
    def legal_moves(self) -> tuple[Cell, ...]:
        """The cells that may be played, ascending; none once the game is over."""
        return () if self.outcome else tuple(cell for cell, symbol in enumerate(self.cells) if symbol == BLANK)

    def play(self, cell: Cell) -> "Position":
        """The position after the side to move has marked a cell. Raises IllegalMove."""
        if cell not in range(9):
            raise IllegalMove(MoveError.NOT_A_SQUARE)
        if self.cells[cell] != BLANK:
            raise IllegalMove(MoveError.OVER if self.outcome else MoveError.TAKEN)
        if self.outcome:
            raise IllegalMove(MoveError.OVER)
        return _after(self, cell)


@cache
def _after(position: Position, cell: Cell) -> Position:
    """Remembered, with what it has worked out of itself: no more than 16,167 legal moves can ever be asked for."""
    return Position(position.cells[:cell] + position.turn + position.cells[cell + 1 :])


def _owner(cells: str, line: Line) -> Mark | None:
    first, second, third = line
    if cells[first] == cells[second] == cells[third] != BLANK:
        return Mark(cells[first])
    return None


def _impossible(cells: str) -> PositionError | None:
    """What keeps a text from being a position."""
    if len(cells) != 9:
        return PositionError.LENGTH
    if cells.strip(SYMBOLS):  # anything else in it would be left over
        return PositionError.SYMBOLS
    return _unplayable(cells)


@cache
def _unplayable(cells: str) -> PositionError | None:
    """What keeps nine right symbols from being a position.

    Remembered, for there are only 3**9 such texts and they come again. What people send is endless, so it must not get
    here before its length and symbols are known to be right.
    """
    lead = cells.count(Mark.X) - cells.count(Mark.O)
    if lead not in (0, 1):
        return PositionError.COUNTS
    winners = {winner for line in LINES if (winner := _owner(cells, line))}
    if len(winners) > 1:
        return PositionError.TWO_WINNERS
    if winners and lead != (1 if Mark.X in winners else 0):
        return PositionError.PLAYED_ON
    return None
