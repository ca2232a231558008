"""Positions of a game in which one move holds: all there are, up to symmetry, easy and hard ones mixed."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import groupby
from operator import attrgetter, itemgetter

from games.engine.position import Move, Position
from games.engine.solver import Solver, Value
from games.engine.symmetry import canonical, equal_moves
from games.engine.variant import Variant


@dataclass(frozen=True)
class Exercise:
    """A position in which all moves that keep its value are one and the same up to symmetry, and others do not.

    `difficulty` is how many plies one must look ahead; see `_plies_to_see`.
    """

    variant: Variant
    position: Position
    answers: tuple[Move, ...]
    difficulty: int

    @property
    def solver(self) -> Solver:
        assert self.variant.solver is not None
        return self.variant.solver


@cache
def exercises(variant: Variant) -> tuple[Exercise, ...]:
    """All of a game, in two rows that go on side by side: wins at once, and what takes more than a look, with what is
    hard spread over all of it. None of a game that is not solved.

    So nothing is over before the rest. What is equally hard comes by lot, for neighbours in the alphabet differ by one
    mark.
    """
    if variant.solver is None:
        return ()
    solver = variant.solver
    found = [one for position in _unfinished(variant) if (one := _exercise(variant, solver, position))]
    found.sort(key=lambda one: (one.difficulty, sha256(one.position.text.encode()).hexdigest()))
    at_once, *harder = ([*alike] for _difficulty, alike in groupby(found, key=attrgetter("difficulty")))
    return _side_by_side(at_once, _side_by_side(*harder))


def _side_by_side(*rows: Sequence[Exercise]) -> tuple[Exercise, ...]:
    """Several rows as one, in which each goes on as evenly as it can from the beginning to the end."""
    shares = [(Fraction(2 * place + 1, 2 * len(row)), one) for row in rows for place, one in enumerate(row)]
    return tuple(one for _share, one in sorted(shares, key=itemgetter(0)))


def _exercise(variant: Variant, solver: Solver, position: Position) -> Exercise | None:
    answers = solver.keeping_moves(position)
    if answers not in equal_moves(variant, position) or len(answers) == len(position.legal_moves):
        return None
    return Exercise(variant, position, answers, _plies_to_see(solver, position, answers))


def _plies_to_see(solver: Solver, position: Position, answers: tuple[Move, ...]) -> int:
    """How far one must look: to the end of the win; or, to hold a draw, until the last of the other moves is lost."""
    if solver.worth(position).value is Value.WIN:
        return solver.worth(position).plies
    return max(solver.worth_of(position, move).plies for move in position.legal_moves if move not in answers)


def _unfinished(variant: Variant) -> set[Position]:
    """Every position in which somebody is to move, up to symmetry."""
    start = canonical(variant, variant.start)
    found, fresh = {start}, [start]
    while fresh:
        position = fresh.pop()
        following = {canonical(variant, position.play(move)) for move in position.legal_moves}
        new = {position for position in following - found if position.outcome is None}
        found |= new
        fresh += new
    return found
