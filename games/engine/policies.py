"""Computer players, and the policies that suit every game. A policy returns the moves that an opponent considers in a
position, all equally likely. Only `choose` is random; policies are deterministic, so that `strength` is exact. A policy
that also depends on the previous move is decorated with `@Answering`."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final

from games.engine.position import IllegalMove, Mark, Move, MoveError, Position
from games.engine.solver import Solver

CACHE_SIZE: Final = 10_000  # positions per opponent; more than the classic game has

Candidates = tuple[Move, ...]


@dataclass(frozen=True)
class Answering:
    """A policy that also sees the move that led to the position: None at the start, and if it was set up."""

    policy: Callable[[Position, Move | None], Candidates]


Policy = Callable[[Position], Candidates] | Answering


@dataclass(frozen=True)
class Opponent:
    """A computer player: its key and its policy. Opponents of a game are equal if their keys are. `candidates` returns
    at least one legal move for every unfinished position, in the order of the legal moves. It is deterministic, so
    recent answers are cached. `symmetric` means that it treats symmetric positions alike, as all robots do."""

    key: str
    policy: Policy = field(compare=False)
    symmetric: bool = False

    @property
    def sees_last_move(self) -> bool:
        return isinstance(self.policy, Answering)

    def candidates(self, position: Position, last: Move | None = None) -> Candidates:
        """Return the moves it considers; `last` is the move that led to the position, if any."""
        return self._cached(position.without_history, last if self.sees_last_move else None)

    @cached_property
    def _cached(self) -> Callable[[Position, Move | None], Candidates]:
        policy = self.policy
        if isinstance(policy, Answering):
            return lru_cache(CACHE_SIZE)(policy.policy)
        return lru_cache(CACHE_SIZE)(lambda position, _last: policy(position))


def opponents(policies: dict[str, Policy]) -> dict[str, Opponent]:
    """Return an Opponent for each policy, by key, in display order."""
    return {key: Opponent(key, policy) for key, policy in policies.items()}


def choose(opponent: Opponent, position: Position, last: Move | None = None) -> Move:
    """Draw one of an opponent's candidates; see `Opponent.candidates`. Raises IllegalMove once the game is over."""
    if position.outcome:
        raise IllegalMove(MoveError.OVER)
    return secrets.choice(opponent.candidates(position, last))


def easy(position: Position) -> Candidates:
    """Return every legal move."""
    return position.legal_moves


def medium(position: Position) -> Candidates:
    """Win at once if possible; else avoid moves that lose at once or let the opponent win next; else any move."""
    me, after = position.turn, {move: position.play(move) for move in position.legal_moves}
    if winning := tuple(move for move, following in after.items() if _won_by(me, following)):
        return winning
    return tuple(move for move, following in after.items() if not _may_lose_immediately(me, following)) or tuple(after)


def highest(moves: Candidates, measure: Callable[[Move], Fraction]) -> Candidates:
    """Return the moves with the highest measure."""
    measures = {move: measure(move) for move in moves}
    most = max(measures.values())
    return tuple(move for move in moves if measures[move] == most)


def trickster(solver: Solver) -> Policy:
    """Return a policy: the best moves after which a random answer is likeliest to be a mistake."""
    return lambda position: highest(
        solver.best_moves(position), lambda move: _chance_of_mistake(solver, position.play(move))
    )


def perfect_and_simple(solver: Solver) -> dict[str, Opponent]:
    """Return the four computer players of a solved game (other than the classic one), from gentle to perfect."""
    return opponents({"easy": easy, "medium": medium, "hard": solver.best_moves, "trickster": trickster(solver)})


def _chance_of_mistake(solver: Solver, position: Position) -> Fraction:
    """Return the probability that a random move is a mistake; 0 once the game is over."""
    moves = len(position.legal_moves)
    return Fraction(moves - len(solver.keeping_moves(position)), moves) if moves else Fraction()


def _may_lose_immediately(me: Mark, position: Position) -> bool:
    """Return whether `me` has lost, or can be made to lose by the next move."""
    following = (position.play(move) for move in position.legal_moves)
    return _won_by(me.other, position) or any(_won_by(me.other, after) for after in following)


def _won_by(mark: Mark, position: Position) -> bool:
    return position.outcome is not None and position.outcome.winner is mark
