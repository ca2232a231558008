"""The types that all games share: seats, moves, positions and outcomes. A cell is the number of a square, from 0, row
by row from the top left; people count squares from 1."""

import enum
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Protocol

Cell = int
Line = tuple[Cell, ...]
Move = Hashable  # each game has its own type of move

BLANK: Final = "_"


class Mark(enum.StrEnum):
    """One of the two sides, and its mark in most games. X usually starts."""

    X = "X"
    O = "O"  # noqa: E741 - the name of the mark

    @property
    def other(self) -> "Mark":
        return Mark.O if self is Mark.X else Mark.X


class Termination(enum.StrEnum):
    """The reason a game is over."""

    LINE = "line"  # a line is complete; the game says who has won
    FULL = "full"  # no square is left, and no line complete; a draw, unless the game says who has won
    REPEATED = "repeated"  # the same position has occurred for the third time; a draw, unless the game says who has won
    RESIGNED = "resigned"  # one side gave up; the other has won
    ABANDONED = "abandoned"  # one side left, and the other claimed the win or called it a draw (no winner)
    TIME = "time"  # the time for a move ran out; the other side has won
    TOO_LONG = "too long"  # the game has reached the maximum number of moves; a draw


# Endings on the board, as opposed to resigning, leaving or running out of time.
ON_BOARD: Final = (Termination.LINE, Termination.FULL, Termination.REPEATED)


@dataclass(frozen=True)
class Outcome:
    """The end of a game: the winner (None: a draw), the deciding line, if any, and whether completing it wins."""

    winner: Mark | None
    termination: Termination
    line: Line | None = None
    line_wins: bool = True


class MoveError(enum.Enum):
    """The reason a move is illegal."""

    NOT_A_SQUARE = "not a square"
    TAKEN = "taken"
    NOT_ALLOWED = "not allowed"  # the square is empty, and the rules allow no mark on it now
    GOING = "going"  # the square holds the mark that this move would remove
    OVER = "over"


class IllegalMove(ValueError):
    """A move that the rules do not allow."""

    def __init__(self, reason: MoveError) -> None:
        super().__init__(reason.value)
        self.reason = reason


class PositionError(enum.Enum):
    """The reason a text is not a valid position."""

    LENGTH = "length"
    SYMBOLS = "symbols"
    COUNTS = "counts"
    TWO_WINNERS = "two winners"
    TWO_ROWS = "two rows"
    PLAYED_ON = "played on"


class ImpossiblePosition(ValueError):
    """A text that is not a valid position of its game."""

    def __init__(self, reason: PositionError) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Position(Protocol):
    """The state of the board. Immutable and hashable; positions of different games are never equal."""

    @property
    def text(self) -> str:
        """The position as stored and as used in URLs; `Variant.position` parses it."""

    @property
    def cells(self) -> str:
        """A symbol for each square: a mark, or BLANK."""

    @property
    def ply(self) -> int:
        """The number of moves from the usual start."""

    @property
    def turn(self) -> Mark:
        """The side to move; in a finished game, the side whose turn it would be."""

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game on the board; None while it goes on."""

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves of the side to move, in a fixed order; none once the game is over."""

    @property
    def going(self) -> Cell | None:
        """The square whose mark the next move removes; None if it removes none."""

    @property
    def occurrences(self) -> int:
        """The number of times this position has occurred; always 1 in games whose positions cannot repeat."""

    @property
    def without_history(self) -> "Position":
        """This position without its history: a cache key."""

    def play(self, move: Move) -> "Position":
        """Return the position after a move. Raises IllegalMove."""

    def turned(self, way: Line) -> "Position":
        """Return the position with the content of cell way[i] on cell i, without its history."""

    def __hash__(self) -> int: ...


def positions_after(start: Position, moves: Iterable[Move]) -> list[Position]:
    """Return a position, followed by the positions after each of these moves. Raises IllegalMove."""
    return [*accumulate(moves, lambda before, move: before.play(move), initial=start)]
