"""A game as the rest of the site uses it: its squares, its start, how moves are written, and who plays and solves
it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.policies import Opponent
from games.engine.position import BLANK, Cell, Mark, Move, Position
from games.engine.solver import Solver


class Symmetry(ABC):
    """A change of the board that changes nothing about the game, such as a turn."""

    @abstractmethod
    def position(self, position: Position) -> Position:
        """The position after this change."""

    @abstractmethod
    def move(self, move: Move) -> Move:
        """The move after this change."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Variant(ABC):
    """A game. There is one object of each, in `variants.VARIANTS`.

    The `squares` lie row by row in `columns` columns. `longest` is the number of moves of the longest game from
    `start`; None if a game may go on forever. `symmetries` begin with the one that changes nothing. Without a `solver`
    there are no hints, no verdicts, no puzzles and no strength. `ages` says that marks differ by their age, so that
    nobody can set up a position by putting marks on a board. `motifs` are groups of squares with a name of their own,
    such as "any corner". `choices` are the options that a player has besides the square: in games with choices, a move
    is written as the number of the pressed square, followed by the choice. `robot` returns the user-built computer
    player with a key, in a game that has them; see `opponent`.
    """

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
    motifs: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    robot: Callable[[str], Opponent | None] | None = None

    def __repr__(self) -> str:
        return f"<Variant {self.key}>"

    def opponent(self, key: str) -> Opponent | None:
        """Return the computer player of this game with a key: one of `opponents`, or a robot; None if there is none."""
        return self.opponents.get(key) or (self.robot(key) if self.robot else None)

    @property
    def symbols(self) -> str:
        """The symbols that can stand on a square, BLANK included."""
        return Mark.X + Mark.O + BLANK

    @abstractmethod
    def position(self, text: str) -> Position:
        """The position that a text stands for. Raises ImpossiblePosition if it stands for none."""

    @abstractmethod
    def read(self, text: str) -> Move:
        """The move that a text stands for in forms, frames and records. Raises IllegalMove if it stands for none."""

    @abstractmethod
    def write(self, move: Move) -> str:
        """A move as `read` reads it."""

    @abstractmethod
    def split(self, record: str) -> tuple[str, ...]:
        """The moves of a record, each as `write` writes it. A record joins them without a separator."""

    @abstractmethod
    def square(self, move: Move) -> Cell:
        """Return the square that a move marks."""

    @abstractmethod
    def label(self, move: Move) -> str:
        """A move as people write it: they number squares from 1."""

    @abstractmethod
    def labelled(self, text: str) -> Move:
        """The move that `label` writes as this text. Raises IllegalMove if there is none."""

    def square_name(self, cell: Cell) -> str:
        """Return the English name of a square, which pages translate; its number in a game that names none."""
        return str(cell + 1)

    def inks(self, positions: Sequence[Position], moves: Sequence[Move]) -> str:
        """Return for each square of the last of a game's `positions` the mark in whose ink it is drawn, or BLANK.

        `moves` are those of the game; the last one has led to the last position.
        """
        return positions[-1].cells

    def drawn(self, inks: str) -> Position:
        """A position that looks like this drawing. Raises ImpossiblePosition if there is none."""
        return self.position(inks)

    def reduced(self, position: Position) -> Position:
        """Return the position that represents this one where only its moves and their worth to the side to move
        matter."""
        return position

    def passed(self, position: Position) -> Position | None:
        """Return a position worth what this one would be if the side to move passed, to the side that moves then; None
        if there is none."""
        return None

    def by_age(self, position: Position) -> dict[Mark, tuple[Cell, ...]]:
        """The squares of each side's marks from the oldest to the newest, that of the side to move first; empty in
        a game in which the age of marks does not matter."""
        return {}

    def moves_by_square(self, position: Position) -> dict[Cell, list[Move]]:
        """The legal moves of a position by the square that they mark."""
        found: dict[Cell, list[Move]] = {}
        for move in position.legal_moves:
            found.setdefault(self.square(move), []).append(move)
        return found

    def closed(self, position: Position) -> frozenset[Cell]:
        """The squares that the side to move may not mark: those taken, and those where the rules allow no move."""
        return frozenset(range(self.squares)).difference(map(self.square, position.legal_moves))

    def moves(self, record: str) -> tuple[Move, ...]:
        """The moves of a record. Raises IllegalMove if one of them stands for no move."""
        return tuple(self.read(text) for text in self.split(record))
