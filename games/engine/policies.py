"""Computer players, and the policies that fit every game.

An opponent is a policy: the moves it would consider in a position, all equally likely. `choose` alone draws one of
them, so no opponent holds randomness and the strength of each can be worked out exactly (`strength`).
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from games.engine.position import IllegalMove, Mark, Move, MoveError, Position
from games.engine.solver import Solver

Candidates = tuple[Move, ...]
Policy = Callable[[Position], Candidates]

MOST_REMEMBERED: Final = 100_000  # positions of each computer player; all of any game that is solved here


@dataclass(frozen=True)
class Opponent:
    """A computer player: its key and its policy.

    `candidates` answers every unfinished position, of either side and however it came about, with at least one legal
    move, in the order of the legal moves and none twice: the same each time, so answers are cached.
    """

    key: str
    policy: Policy
    _remembered: dict[Position, Candidates] = field(default_factory=dict, repr=False, compare=False)

    def candidates(self, position: Position) -> Candidates:
        position = position.without_past
        if position not in self._remembered:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[position] = self.policy(position)
        return self._remembered[position]


def opponents(policies: dict[str, Policy]) -> dict[str, Opponent]:
    """Computer players by their keys, in the order in which they are shown."""
    return {key: Opponent(key, policy) for key, policy in policies.items()}


def choose(opponent: Opponent, position: Position) -> Move:
    """Draws one of an opponent's candidates. Raises IllegalMove once the game is over."""
    if position.outcome:
        raise IllegalMove(MoveError.OVER)
    return secrets.choice(opponent.candidates(position))


def easy(position: Position) -> Candidates:
    """Any move."""
    return position.legal_moves


def medium(position: Position) -> Candidates:
    """Wins at once if it can; else prevents a loss with this move or the next, if it can; else any move."""
    me, after = position.turn, {move: position.play(move) for move in position.legal_moves}
    if winning := tuple(move for move, following in after.items() if _won_by(me, following)):
        return winning
    return tuple(move for move, following in after.items() if not _may_lose_at_once(me, following)) or tuple(after)


def trickster(solver: Solver) -> Policy:
    """Of the best moves, those after which a random answer is likeliest to give away value."""

    def policy(position: Position) -> Candidates:
        best = solver.best_moves(position)
        chances = {move: _chance_of_mistake(solver, position.play(move)) for move in best}
        return tuple(move for move in best if chances[move] == max(chances.values()))

    return policy


def perfect_and_simple(solver: Solver) -> dict[str, Opponent]:
    """The four that every solved game has, from gentle to perfect."""
    return opponents({"easy": easy, "medium": medium, "hard": solver.best_moves, "trickster": trickster(solver)})


def _chance_of_mistake(solver: Solver, position: Position) -> Fraction:
    """How likely a random move is to give away value; 0 once the game is over."""
    moves = len(position.legal_moves)
    return Fraction(moves - len(solver.keeping_moves(position)), moves) if moves else Fraction()


def _may_lose_at_once(me: Mark, position: Position) -> bool:
    """Whether `me` has lost, or can be made to lose by the next move."""
    following = (position.play(move) for move in position.legal_moves)
    return _won_by(me.other, position) or any(_won_by(me.other, after) for after in following)


def _won_by(mark: Mark, position: Position) -> bool:
    return position.outcome is not None and position.outcome.winner is mark
