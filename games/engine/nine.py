"""The three-by-three board: its lines, its symmetries, and what the games on it have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import ClassVar, Final, Self, cast

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

LINES: Final[tuple[Line, ...]] = (  # in the order of the scan
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)
CENTRE: Final[Cell] = 4
CORNERS: Final[tuple[Cell, ...]] = (0, 2, 6, 8)
EDGES: Final[tuple[Cell, ...]] = (1, 3, 5, 7)
NAMES: Final = (
    *("top left", "top middle", "top right"),
    *("middle left", "centre", "middle right"),
    *("bottom left", "bottom middle", "bottom right"),
)
# The cells in the order of a number pad's keys 1..9: its rows from the top are 7 8 9, 4 5 6, 1 2 3.
NUMPAD: Final[tuple[Cell, ...]] = (6, 7, 8, 3, 4, 5, 0, 1, 2)


@dataclass(frozen=True)
class NinePosition(ABC):
    """Nine squares that gain one mark with each move; the first side moves when the number of marks is even. A line
    ends the game: `LINE_WINS` says whether the side that has completed it wins. Raises ImpossiblePosition if the length
    or a symbol is wrong, or if no game can reach it."""

    LINE_WINS: ClassVar[bool] = True
    SYMBOLS: ClassVar[str] = Mark.X + Mark.O + BLANK

    cells: str = BLANK * 9
    going = None
    occurrences = 1

    def __post_init__(self) -> None:
        if len(self.cells) != 9:
            raise ImpossiblePosition(PositionError.LENGTH)
        if self.cells.strip(self.SYMBOLS):  # any character left is not a symbol
            raise ImpossiblePosition(PositionError.SYMBOLS)
        if reason := self.unplayable(self.cells):
            raise ImpossiblePosition(reason)

    @staticmethod
    @abstractmethod
    def unplayable(cells: str) -> PositionError | None:
        """Return why no game can reach these squares, or None. Answers may be cached: there are at most 3**9 texts."""

    @property
    def text(self) -> str:
        return self.cells

    @property
    def ply(self) -> int:
        """The number of marks on the board."""
        return 9 - self.cells.count(BLANK)

    @property
    def turn(self) -> Mark:
        return Mark.O if self.ply % 2 else Mark.X

    @property
    def without_history(self) -> Self:
        return self

    @cached_property
    def outcome(self) -> Outcome | None:
        for line in complete_lines(self.cells):
            winner = self.turn.other if self.LINE_WINS else self.turn
            return Outcome(winner, Termination.LINE, line, self.LINE_WINS)
        return None if BLANK in self.cells else Outcome(None, Termination.FULL)

    @property
    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves of the side to move, ascending by square; none once the game is over."""

    def marked(self, cell: Cell, mark: Mark) -> Self:
        """Return the position after a mark on a square. Raises IllegalMove."""
        if cell not in range(9):
            raise IllegalMove(MoveError.NOT_A_SQUARE)
        if self.cells[cell] != BLANK:
            raise IllegalMove(MoveError.OVER if self.outcome else MoveError.TAKEN)
        if self.outcome:
            raise IllegalMove(MoveError.OVER)
        return cast(Self, _cached(type(self), with_mark(self.cells, cell, mark)))

    def turned(self, way: tuple[Cell, ...]) -> Self:
        """Return the position with the content of cell way[i] on cell i."""
        return type(self)("".join(self.cells[cell] for cell in way))


class MarkingPosition(NinePosition):
    """A position in which a move is just a square, because the rules determine the mark."""

    @property
    def writes(self) -> Mark:
        """The mark that the side to move writes."""
        return self.turn

    @staticmethod
    @cache
    def unplayable(cells: str) -> PositionError | None:
        """Return why alternating moves of X and O, X first, cannot lead to these cells; None if they can."""
        lead = cells.count(Mark.X) - cells.count(Mark.O)
        if lead not in (0, 1):
            return PositionError.COUNTS
        completed = {cells[line[0]] for line in complete_lines(cells)}
        if len(completed) > 1:
            return PositionError.TWO_WINNERS
        if completed and lead != (1 if Mark.X in completed else 0):
            return PositionError.PLAYED_ON
        return None

    @cached_property
    def legal_moves(self) -> tuple[Cell, ...]:
        """The cells that may be marked, ascending."""
        return () if self.outcome else tuple(cell for cell, symbol in enumerate(self.cells) if symbol == BLANK)

    def play(self, move: Move) -> "MarkingPosition":
        if not isinstance(move, int):
            raise IllegalMove(MoveError.NOT_A_SQUARE)
        return self.marked(move, self.writes)


@dataclass(frozen=True)
class Turned(Symmetry):
    """The board turned or mirrored: cell i gets the content of cell way[i]."""

    way: tuple[Cell, ...]

    def position(self, position: Position) -> Position:
        return position.turned(self.way)

    def move(self, move: Move) -> Cell:
        assert isinstance(move, int)
        return self.way.index(move)


def turns() -> tuple[Turned, ...]:
    """Return the eight ways to turn and mirror nine squares."""
    quarter, mirrored = (6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6)
    found = []
    for way in (tuple(range(9)), mirrored):
        for _quarter in range(4):
            found.append(Turned(way))
            way = tuple(way[cell] for cell in quarter)
    return tuple(found)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class NineGame(Variant):
    """A game on nine squares."""

    squares: int = 9
    columns: int = 3
    longest: int | None = 9
    symmetries: tuple[Symmetry, ...] = turns()
    groups: Mapping[str, tuple[Cell, ...]] = field(default_factory=lambda: {"any corner": CORNERS, "any edge": EDGES})

    def square_name(self, cell: Cell) -> str:
        return NAMES[cell]

    def label(self, move: Move) -> str:
        return f"{self.square(move) + 1}{self.write(move)[1:]}"

    def labelled(self, text: str) -> Move:
        return self.read(f"{read_cell(text[:1], first=1)}{text[1:]}")


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SquareGame(NineGame):
    """A game on nine squares in which a move is a cell, written as its digit, 0 to 8."""

    def read(self, text: str) -> Cell:
        return read_cell(text)

    def write(self, move: Move) -> str:
        return str(move)

    def split(self, record: str) -> tuple[str, ...]:
        return tuple(record)

    def square(self, move: Move) -> Cell:
        assert isinstance(move, int)
        return move


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class MarkingGame(SquareGame):
    """A game whose positions are MarkingPositions."""

    start: MarkingPosition

    @property
    def symbols(self) -> str:
        return self.start.SYMBOLS

    def position(self, text: str) -> MarkingPosition:
        return type(self.start)(text)


def read_cell(text: str, first: int = 0) -> Cell:
    """Return the cell written as a digit; `first` is that of cell 0. Raises IllegalMove."""
    if len(text) != 1 or text not in "0123456789"[first : first + 9]:
        raise IllegalMove(MoveError.NOT_A_SQUARE)
    return int(text) - first


def complete_lines(cells: str) -> Iterator[Line]:
    """Yield the lines with three equal marks."""
    for line in LINES:
        first, second, third = line
        if cells[first] == cells[second] == cells[third] != BLANK:
            yield line


def free(cells: str, among: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the empty cells among those given."""
    return tuple(cell for cell in among if cells[cell] == BLANK)


def with_mark(cells: str, cell: Cell, mark: Mark) -> str:
    """Return the squares with a mark added."""
    return cells[:cell] + mark + cells[cell + 1 :]


def finishes(cells: str, mark: Mark, line: Line) -> tuple[Cell, ...]:
    """Return the empty cell of a line if its other two cells hold the mark, else nothing."""
    symbols = [cells[cell] for cell in line]
    return (line[symbols.index(BLANK)],) if symbols.count(mark) == 2 and BLANK in symbols else ()


def finishing(cells: str, mark: Mark) -> tuple[Cell, ...]:
    """Return the cells on which a mark would complete a line, in the order of the scan; twice for two lines."""
    return tuple(cell for line in LINES for cell in finishes(cells, mark, line))


@cache
def two_rows(cells: str) -> PositionError | None:
    """Return TWO_ROWS if the complete lines share no square, so that no single mark can have completed them."""
    lines = [set(line) for line in complete_lines(cells)]
    return PositionError.TWO_ROWS if lines and not set.intersection(*lines) else None


@cache
def _cached(kind: type[NinePosition], cells: str) -> NinePosition:
    """Return a cached position, with its cached properties. The games of NinePositions have 30,159 positions in all."""
    return kind(cells)
