"""What the rest of the site asks of a game: its squares, its start, how moves are written, and what is known of it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.policies import Opponent
from games.engine.position import Cell, Move, Position
from games.engine.solver import Solver


class Symmetry(ABC):
    """One way in which a game is the same as before, as when its board is turned."""

    @abstractmethod
    def position(self, position: Position) -> Position:
        """What becomes of a position."""

    @abstractmethod
    def move(self, move: Move) -> Move:
        """What becomes of a move in it."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Variant(ABC):
    """A game. There is one object of each, in `variants.VARIANTS`.

    Squares lie row by row in so many columns. `longest` is how many moves a game can have from the usual start, None
    if it need not end. `symmetries` begin with the one that changes nothing. Without a `solver` there are no hints, no
    verdicts, no exercises and no strength.
    """

    key: str
    start: Position
    squares: int
    columns: int
    longest: int | None
    symmetries: tuple[Symmetry, ...]
    solver: Solver | None
    opponents: Mapping[str, Opponent]

    def __repr__(self) -> str:
        return f"<Variant {self.key}>"

    @abstractmethod
    def position(self, text: str) -> Position:
        """The position that a text stands for. Raises ImpossiblePosition."""

    @abstractmethod
    def read(self, text: str) -> Move:
        """The move that a text stands for, as forms, frames, files and records write it. Raises IllegalMove."""

    @abstractmethod
    def write(self, move: Move) -> str:
        """A move as `read` reads it."""

    @abstractmethod
    def split(self, record: str) -> tuple[str, ...]:
        """The moves of a record as written: a record has them one after another, with nothing in between."""

    @abstractmethod
    def square(self, move: Move) -> Cell:
        """Where the mark of a move goes."""

    @abstractmethod
    def label(self, move: Move) -> str:
        """A move as people write it, who call squares by numbers from 1."""

    @abstractmethod
    def labelled(self, text: str) -> Move:
        """The move that people write so. Raises IllegalMove."""

    def moves(self, record: str) -> tuple[Move, ...]:
        """The moves of a record. Raises IllegalMove for a text that is none."""
        return tuple(self.read(text) for text in self.split(record))
