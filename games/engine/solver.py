"""The worth of positions of a solved game under best play: their value, and how soon the game is won."""

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
    """A position's value to the side to move, and the plies until a side has won by best play (0 for a draw)."""

    value: Value
    plies: int

    @property
    def order(self) -> tuple[int, int]:
        """A sort key; greater is better: quick wins, slow wins, draws, slow losses, quick losses."""
        return self.value, -self.plies if self.value is Value.WIN else self.plies

    @property
    def winners_moves(self) -> int:
        """The number of moves that the winner has yet to make; 0 for a draw."""
        return (self.plies + 1) // 2 if self.value is Value.WIN else self.plies // 2

    @property
    def before(self) -> "Worth":
        """The worth, to the side that makes it, of a move to a position of this worth."""
        return Worth(Value(-self.value), self.plies + 1 if self.value else 0)


class Solver(ABC):
    """The worth of every position of one game."""

    @abstractmethod
    def worth(self, position: Position) -> Worth:
        """Return the worth of a position to the side to move."""

    def worth_of(self, position: Position, move: Move) -> Worth:
        """Return the worth of a move to the side that makes it. Raises IllegalMove."""
        return self.worth(position.play(move)).before

    def best_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves to the quickest win, else a draw, else the slowest loss; none once the game is over."""
        best = self.worth(position)
        return tuple(move for move in position.legal_moves if self.worth_of(position, move) == best)

    def keeping_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves that keep the value, however slowly; none once the game is over."""
        value = self.worth(position).value
        return tuple(move for move in position.legal_moves if self.worth_of(position, move).value is value)

    def best_play(self, position: Position, most: int) -> tuple[Move, ...]:
        """Return up to `most` moves of best play on both sides from a position."""
        moves: list[Move] = []
        while len(moves) < most and (best := self.best_moves(position)):
            moves.append(best[0])
            position = position.play(best[0])
        return tuple(moves)


class Minimax(Solver):
    """A solver for games in which no position can repeat. Computes worths on demand and caches them."""

    def __init__(self) -> None:
        self._known: dict[Position, Worth] = {}

    def worth(self, position: Position) -> Worth:
        if position not in self._known:
            moves = (self.worth_of(position, move) for move in position.legal_moves)
            self._known[position] = at_end(position) or max(moves, key=lambda found: found.order)
        return self._known[position]


class Tabled(Solver):
    """A solver that reads a table in tables/, written by `manage.py solve --write`: one byte for each of `ranks`
    positions, indexed by `rank`. 0 is a draw; otherwise the byte is the number of plies, odd for a win and even for a
    loss. If a side wins by the other's move, the reverse is true, and REVERSED is added."""

    def __init__(self, key: str, rank: Callable[[Position], int], ranks: int) -> None:
        self.path = TABLES / f"{key}.worths"
        self.rank = rank
        self.ranks = ranks

    @cached_property
    def table(self) -> bytes:
        return self.path.read_bytes()

    def forget(self) -> None:
        """Drop the cached table."""
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
        """Return a position that has a different worth in the table, or None."""
        return next((position for position, worth in worths.items() if self.worth(position) != worth), None)


REVERSED: Final = 128


def _worth_in(byte: int) -> Worth:
    plies = byte % REVERSED
    if not plies:
        return Worth(Value.DRAW, 0)
    return Worth(Value.WIN if plies % 2 == (byte < REVERSED) else Value.LOSS, plies)


WORTHS: Final = tuple(map(_worth_in, range(2 * REVERSED)))  # indexed by byte


def at_end(position: Position) -> Worth | None:
    """Return the worth of a finished position to the side whose turn it would be; None if the game goes on."""
    if position.outcome is None:
        return None
    winner = position.outcome.winner
    return Worth(Value.DRAW if winner is None else Value.WIN if winner is position.turn else Value.LOSS, 0)
