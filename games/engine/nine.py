"""Nine squares, three by three: the lines on them, their symmetries, and games in which X and O take turns to mark a
square."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from games.engine.position import (
    BLANK,
    Cell,
    IllegalMove,
    ImpossiblePosition,
    Line,
    Mark,
    Move,
    MoveError,
    Outcome,
    Position,
    PositionError,
    Termination,
)
from games.engine.variant import Symmetry, Variant

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
CENTRE: Final[Cell] = 4
CORNERS: Final[tuple[Cell, ...]] = (0, 2, 6, 8)
EDGES: Final[tuple[Cell, ...]] = (1, 3, 5, 7)
# The cells in the order of a number pad's keys 1..9: its rows from the top are 7 8 9, 4 5 6, 1 2 3.
NUMPAD: Final[tuple[Cell, ...]] = (6, 7, 8, 3, 4, 5, 0, 1, 2)
SYMBOLS: Final = Mark.X + Mark.O + BLANK


@dataclass(frozen=True)
class MarkingPosition(ABC):
    """Nine squares, each "X", "O" or "_". X begins, so the marks tell whose turn it is.

    A subclass says in `winner` who has won by a complete line. Making one raises ImpossiblePosition if the length or a
    symbol is wrong, the counts do not fit, both have a line, or marks were added after the end.
    """

    cells: str = BLANK * 9

    def __post_init__(self) -> None:
        reason = _impossible(self.cells)
        if reason:
            raise ImpossiblePosition(reason)

    @abstractmethod
    def winner(self, completed: Mark) -> Mark:
        """The side that has won if `completed` has completed a line."""

    @property
    def text(self) -> str:
        return self.cells

    @property
    def ply(self) -> int:
        """How many marks are on the board."""
        return 9 - self.cells.count(BLANK)

    @property
    def turn(self) -> Mark:
        return Mark.O if self.ply % 2 else Mark.X

    @cached_property
    def outcome(self) -> Outcome | None:
        for line in LINES:
            completed = _owner(self.cells, line)
            if completed:
                return Outcome(self.winner(completed), Termination.LINE, line)
        return None if BLANK in self.cells else Outcome(None, Termination.FULL)

    @cached_property
    def legal_moves(self) -> tuple[Cell, ...]:
        """The cells that may be marked, ascending."""
        return () if self.outcome else tuple(cell for cell, symbol in enumerate(self.cells) if symbol == BLANK)

    def play(self, move: Move) -> "MarkingPosition":
        if not isinstance(move, int) or move not in range(9):
            raise IllegalMove(MoveError.NOT_A_SQUARE)
        if self.cells[move] != BLANK:
            raise IllegalMove(MoveError.OVER if self.outcome else MoveError.TAKEN)
        if self.outcome:
            raise IllegalMove(MoveError.OVER)
        return _after(self, move)


@dataclass(frozen=True)
class Turned(Symmetry):
    """The board turned or mirrored: cell i shows what was on cell way[i]."""

    way: tuple[Cell, ...]

    def position(self, position: Position) -> Position:
        assert isinstance(position, MarkingPosition)
        return type(position)("".join(position.cells[cell] for cell in self.way))

    def move(self, move: Move) -> Cell:
        assert isinstance(move, int)
        return self.way.index(move)


def _symmetries() -> tuple[Turned, ...]:
    """The eight ways to turn and mirror nine squares."""
    quarter, mirrored = (6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6)
    found = []
    for way in (tuple(range(9)), mirrored):
        for _quarter in range(4):
            found.append(Turned(way))
            way = tuple(way[cell] for cell in quarter)
    return tuple(found)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class MarkingGame(Variant):
    """A game on nine squares in which X and O take turns to mark one. A move is a cell, written as its digit, 0 to
    8."""

    start: MarkingPosition
    squares: int = 9
    columns: int = 3
    longest: int | None = 9
    symmetries: tuple[Symmetry, ...] = _symmetries()

    def position(self, text: str) -> MarkingPosition:
        return type(self.start)(text)

    def read(self, text: str) -> Cell:
        if len(text) != 1 or text not in "012345678":
            raise IllegalMove(MoveError.NOT_A_SQUARE)
        return int(text)

    def write(self, move: Move) -> str:
        return str(move)

    def split(self, record: str) -> tuple[str, ...]:
        return tuple(record)

    def square(self, move: Move) -> Cell:
        assert isinstance(move, int)
        return move

    def label(self, move: Move) -> str:
        return str(self.square(move) + 1)

    def labelled(self, text: str) -> Cell:
        if len(text) != 1 or text not in "123456789":
            raise IllegalMove(MoveError.NOT_A_SQUARE)
        return int(text) - 1


@cache
def _after(position: MarkingPosition, cell: Cell) -> MarkingPosition:
    """The position after a mark, cached with its cached properties: all positions of a game have 16,167 legal moves
    together."""
    return type(position)(position.cells[:cell] + position.turn + position.cells[cell + 1 :])


def _owner(cells: str, line: Line) -> Mark | None:
    first, second, third = line
    if cells[first] == cells[second] == cells[third] != BLANK:
        return Mark(cells[first])
    return None


def _impossible(cells: str) -> PositionError | None:
    """The reason why a text is no position; None if it is one."""
    if len(cells) != 9:
        return PositionError.LENGTH
    if cells.strip(SYMBOLS):  # strip leaves something only if another character is in it
        return PositionError.SYMBOLS
    return _unplayable(cells)


@cache
def _unplayable(cells: str) -> PositionError | None:
    """The reason why nine symbols are no position; None if they are one.

    Cached: there are only 3**9 such texts. The caller checks length and symbols first, so nobody can fill the cache.
    """
    lead = cells.count(Mark.X) - cells.count(Mark.O)
    if lead not in (0, 1):
        return PositionError.COUNTS
    completed = {owner for line in LINES if (owner := _owner(cells, line))}
    if len(completed) > 1:
        return PositionError.TWO_WINNERS
    if completed and lead != (1 if Mark.X in completed else 0):
        return PositionError.PLAYED_ON
    return None
