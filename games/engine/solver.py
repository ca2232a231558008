"""The worth of positions of a solved game under best play: their value, and how soon the game ends."""

import enum
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from games.engine.position import Move, Position

TABLES: Final = Path(__file__).parent / "tables"


class Value(enum.IntEnum):
    """The value of a position to the side to move if both play their best."""

    LOSS = -1
    DRAW = 0
    WIN = 1


@dataclass(frozen=True)
class Worth:
    """A position's value to the side to move, and how many plies remain until a side has won: fewest for the winner,
    most for the loser. A draw has 0."""

    value: Value
    plies: int

    @property
    def order(self) -> tuple[int, int]:
        """The greater the better: wins that come soon, draws, losses that come late."""
        return self.value, -self.plies if self.value is Value.WIN else self.plies

    @property
    def winners_moves(self) -> int:
        """The number of moves that the winner has yet to make; 0 for a draw."""
        return (self.plies + 1) // 2 if self.value is Value.WIN else self.plies // 2

    @property
    def before(self) -> "Worth":
        """The worth of the move that leads to a position of this worth, to the side that makes it."""
        return Worth(Value(-self.value), self.plies + 1 if self.value else 0)


class Solver(ABC):
    """Knows the worth of every position of one game."""

    @abstractmethod
    def worth(self, position: Position) -> Worth:
        """The worth of a position to the side to move."""

    def worth_of(self, position: Position, move: Move) -> Worth:
        """The worth of a move to the side that makes it. Raises IllegalMove."""
        return self.worth(position.play(move)).before

    def best_moves(self, position: Position) -> tuple[Move, ...]:
        """The moves to the quickest win, else to a draw, else to the slowest loss; none once the game is over."""
        best = self.worth(position)
        return tuple(move for move in position.legal_moves if self.worth_of(position, move) == best)

    def keeping_moves(self, position: Position) -> tuple[Move, ...]:
        """The moves that keep the value, however slowly; none once the game is over."""
        value = self.worth(position).value
        return tuple(move for move in position.legal_moves if self.worth_of(position, move).value is value)

    def best_play(self, position: Position, most: int) -> tuple[Move, ...]:
        """The moves of a game that both sides play their best from a position on, at most so many."""
        moves: list[Move] = []
        while len(moves) < most and (best := self.best_moves(position)):
            moves.append(best[0])
            position = position.play(best[0])
        return tuple(moves)


class Minimax(Solver):
    """Solves a game in which no position can repeat. Computes the worth of a position on demand, and caches it."""

    def __init__(self) -> None:
        self._known: dict[Position, Worth] = {}

    def worth(self, position: Position) -> Worth:
        if position not in self._known:
            moves = (self.worth_of(position, move) for move in position.legal_moves)
            self._known[position] = at_end(position) or max(moves, key=lambda found: found.order)
        return self._known[position]


class Tabled(Solver):
    """Knows a game from a table in tables/, which `manage.py solve --write` makes: one byte per position, indexed by
    `rank`; there are `ranks` of them. 0 is a draw; otherwise the byte is the number of plies, an odd number meaning a
    win and an even one a loss. AGAINST is added where it is the other way round: a side wins through the other's
    move."""

    def __init__(self, key: str, rank: Callable[[Position], int], ranks: int) -> None:
        self.path = TABLES / f"{key}.worths"
        self.rank = rank
        self.ranks = ranks

    @cached_property
    def table(self) -> bytes:
        return self.path.read_bytes()

    def forget(self) -> None:
        """Drop the cached table, so that it is read again."""
        self.__dict__.pop("table", None)

    def worth(self, position: Position) -> Worth:
        return at_end(position) or WORTHS[self.table[self.rank(position)]]

    def table_of(self, worths: Mapping[Position, Worth]) -> bytes:
        """Return the table for these worths. Raises ValueError if a byte cannot hold the number of plies."""
        table = bytearray(self.ranks)
        for position, worth in worths.items():
            if position.outcome is None:
                table[self.rank(position)] = WORTHS.index(worth)
        return bytes(table)

    def differs(self, worths: Mapping[Position, Worth]) -> Position | None:
        """Return a position whose worth in the table differs from `worths`; None if there is none."""
        return next((position for position, worth in worths.items() if self.worth(position) != worth), None)


AGAINST: Final = 128


def _worth_in(byte: int) -> Worth:
    plies = byte % AGAINST
    if not plies:
        return Worth(Value.DRAW, 0)
    return Worth(Value.WIN if plies % 2 == (byte < AGAINST) else Value.LOSS, plies)


WORTHS: Final = tuple(map(_worth_in, range(2 * AGAINST)))  # by their bytes


def at_end(position: Position) -> Worth | None:
    """The worth of a finished position to the side whose turn it would be; None if the game goes on."""
    if position.outcome is None:
        return None
    winner = position.outcome.winner
    return Worth(Value.DRAW if winner is None else Value.WIN if winner is position.turn else Value.LOSS, 0)
