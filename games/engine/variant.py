"""A game as the rest of the site uses it: its squares, its start, how moves are written, and who plays and solves
it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.policies import Opponent
from games.engine.position import Cell, Move, Position
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
    `start`; None if a game may go on for ever. `symmetries` begin with the one that changes nothing. Without a `solver`
    there are no hints, no verdicts, no exercises and no strength.
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
        """Where the mark of a move goes."""

    @abstractmethod
    def label(self, move: Move) -> str:
        """A move as people write it: they number squares from 1."""

    @abstractmethod
    def labelled(self, text: str) -> Move:
        """The move that `label` writes as this text. Raises IllegalMove if there is none."""

    def moves(self, record: str) -> tuple[Move, ...]:
        """The moves of a record. Raises IllegalMove if one of them stands for no move."""
        return tuple(self.read(text) for text in self.split(record))
