"""The computer players.

An opponent is a policy: the cells it would consider in a position, all equally likely. Playing is one function that
draws one of them, so no opponent holds randomness and the strength of each can be worked out exactly.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.engine.position import BLANK, LINES, Cell, Mark, Position
from games.engine.solver import best_moves

Candidates = tuple[Cell, ...]


@dataclass(frozen=True)
class Opponent:
    """A computer player: its key and its policy. `candidates` answers every unfinished position, of either side,
    with at least one legal cell, ascending, none twice."""

    key: str
    candidates: Callable[[Position], Candidates]


def choose(opponent: Opponent, position: Position) -> Cell:
    """Draws one of an opponent's candidates. Raises IndexError once the game is over."""
    return secrets.choice(opponent.candidates(position))


def _completing(position: Position, mark: Mark) -> Candidates:
    """The cells on which a mark would complete a line."""
    found = set()
    for line in LINES:
        symbols = [position.cells[cell] for cell in line]
        if symbols.count(mark) == 2 and BLANK in symbols:
            found.add(line[symbols.index(BLANK)])
    return tuple(sorted(found))


def easy(position: Position) -> Candidates:
    """Any empty square."""
    return position.legal_moves


@lru_cache(maxsize=None)
def medium(position: Position) -> Candidates:
    """Completes a line if it can, else blocks one, else any empty square."""
    return (
        _completing(position, position.turn) or _completing(position, position.turn.other) or position.legal_moves
    )


def hard(position: Position) -> Candidates:
    """Perfect: the quickest win, else a draw, else the slowest loss."""
    return best_moves(position)


OPPONENTS: Final[dict[str, Opponent]] = {
    opponent.key: opponent for opponent in (Opponent("easy", easy), Opponent("medium", medium), Opponent("hard", hard))
}
