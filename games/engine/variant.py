"""A game as the rest of the site sees it: its squares, its start, its notation, its computer players and its solver."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.policies import Opponent
from games.engine.position import BLANK, Cell, Mark, Move, Position
from games.engine.solver import Solver


class Symmetry(ABC):
    """A transformation of the board that leaves the game the same, such as a rotation."""

    @abstractmethod
    def position(self, position: Position) -> Position:
        """Return the transformed position."""

    @abstractmethod
    def move(self, move: Move) -> Move:
        """Return the transformed move."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Variant(ABC):
    """A game. `variants.VARIANTS` holds the only instance of each. The `squares` lie row by row in `columns` columns.
    `longest` is the number of moves of the longest game from `start`; None if a game may go on forever. `symmetries`
    begin with the identity. Without a `solver` there are no hints, verdicts, puzzles or strength. `ages` says that
    marks differ by age, so a drawing does not determine a position. `groups` are named groups of squares, such as "any
    corner". `choices` are options besides the square; a move is then written as the number of the square, followed by
    the choice. `robot` returns the robot with a key; None if the game has no robots."""

    key: str
    start: Position
    squares: int
    columns: int
    longest: int | None
    symmetries: tuple[Symmetry, ...]
    solver: Solver | None
    opponents: Mapping[str, Opponent]
    ages: bool = False
    choices: tuple[str, ...] = ()
    groups: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    robot: Callable[[str], Opponent | None] | None = None

    def __repr__(self) -> str:
        return f"<Variant {self.key}>"

    def opponent(self, key: str) -> Opponent | None:
        """Return the computer player with a key: one of `opponents`, a robot, or None."""
        return self.opponents.get(key) or (self.robot(key) if self.robot else None)

    @property
    def solved(self) -> Solver:
        """The solver of a solved game."""
        assert self.solver is not None
        return self.solver

    @property
    def symbols(self) -> str:
        """The symbols that can stand on a square, BLANK included."""
        return Mark.X + Mark.O + BLANK

    @abstractmethod
    def position(self, text: str) -> Position:
        """Parse a position. Raises ImpossiblePosition."""

    @abstractmethod
    def read(self, text: str) -> Move:
        """Parse a move from a form, frame or record. Raises IllegalMove."""

    @abstractmethod
    def write(self, move: Move) -> str:
        """Return a move as the text that `read` parses."""

    @abstractmethod
    def split(self, record: str) -> tuple[str, ...]:
        """Split a record, which has no separators, into moves as `write` writes them."""

    @abstractmethod
    def square(self, move: Move) -> Cell:
        """Return the square that a move marks."""

    @abstractmethod
    def label(self, move: Move) -> str:
        """Return a move as people write it, with squares counted from 1."""

    @abstractmethod
    def labelled(self, text: str) -> Move:
        """Parse a move as people write it (`label`). Raises IllegalMove."""

    def as_value(self, move: Move) -> int | str:
        """Return a move's label for JSON, as an int if it is a number."""
        label = self.label(move)
        return int(label) if label.isdigit() else label

    def cell_at(self, column: int, row: int) -> Cell:
        """Return the cell at a column and row, counted from 1 at the bottom left. Raises ValueError off the board."""
        rows = self.squares // self.columns
        if column not in range(1, self.columns + 1) or row not in range(1, rows + 1):
            raise ValueError("there is no such column or row")
        return (rows - row) * self.columns + column - 1

    def rows_of(self, cells: str) -> tuple[str, ...]:
        """Return the symbols of all squares, row by row from the top."""
        return tuple(cells[first : first + self.columns] for first in range(0, self.squares, self.columns))

    def square_name(self, cell: Cell) -> str:
        """Return the English name of a square, which pages translate, or its number in a game without names."""
        return str(cell + 1)

    def inks(self, positions: Sequence[Position], moves: Sequence[Move]) -> str:
        """Return, for each square of the last of a game's `positions`, the side whose ink its mark has, or BLANK.
        `moves` are those up to the last position."""
        return positions[-1].cells

    def drawn(self, inks: str) -> Position:
        """Return a position with this drawing; see `inks`. Raises ImpossiblePosition."""
        return self.position(inks)

    def reduced(self, position: Position) -> Position:
        """Return the representative of all positions with the same moves and the same worths to the side to move."""
        return position

    def passed(self, position: Position) -> Position | None:
        """Return a position worth as much as this one after a pass; None if there is none."""
        return None

    def by_age(self, position: Position) -> dict[Mark, tuple[Cell, ...]]:
        """Return each side's squares from the oldest mark to the newest, the side to move first; {} without ages."""
        return {}

    def moves_by_square(self, position: Position) -> dict[Cell, list[Move]]:
        """Return the legal moves of a position by square."""
        found: dict[Cell, list[Move]] = {}
        for move in position.legal_moves:
            found.setdefault(self.square(move), []).append(move)
        return found

    def closed(self, position: Position) -> frozenset[Cell]:
        """Return the squares that the side to move may not mark: those taken, and those that the rules forbid."""
        return frozenset(range(self.squares)).difference(map(self.square, position.legal_moves))

    def moves(self, record: str) -> tuple[Move, ...]:
        """Return the moves of a record. Raises IllegalMove."""
        return tuple(self.read(text) for text in self.split(record))
