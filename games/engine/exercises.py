"""Puzzles: positions of a game in which one move keeps the value, up to symmetry, easy and hard ones mixed.

There are 303 in the classic game, of 627 unfinished positions, 240 in misère, 19 in Notakto, 269 in wild, and CHOSEN of
4,415 in vanishing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import chain, groupby, zip_longest
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Final

from games.engine.position import Move, Position
from games.engine.solver import TABLES, Solver, Tabled, Value
from games.engine.symmetry import canonical, equal_moves
from games.engine.variant import Variant

MANY: Final = 1_000  # positions are more than anybody goes through
CHOSEN: Final = 300  # of so many


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
    """The exercises of a game in their order, see `_in_order`: all there are, and where these are MANY, CHOSEN of them.
    None of a game that is not solved.

    Going through all positions of a game whose solver has a table takes seconds, so its exercises have one too.
    """
    if variant.solver is None:
        return ()
    path = table_of(variant)
    if path is None:
        return _in_order(_chosen(_every(variant)))
    _count, *texts = path.read_text().split()
    positions = (variant.position(text) for text in texts)
    return tuple(exercise for position in positions if (exercise := _exercise(variant, position)))


@cache
def how_many(variant: Variant) -> int:
    """In how many positions of a game one move holds, whether they are among its exercises or not; 0 if it is not
    solved."""
    if variant.solver is None:
        return 0
    path = table_of(variant)
    return int(path.read_text().split(maxsplit=1)[0]) if path else len(_every(variant))


def table_of(variant: Variant) -> Path | None:
    """The file in which the exercises of a game stand; None if they are found when they are first asked for."""
    return TABLES / f"{variant.key}.exercises" if isinstance(variant.solver, Tabled) else None


def as_table(variant: Variant) -> str:
    """The text of `table_of`: how many positions there are, and those of the exercises in their order, each in its
    line."""
    every = _every(variant)
    lines = [str(len(every)), *(one.position.text for one in _in_order(_chosen(every)))]
    return "".join(f"{line}\n" for line in lines)


Rows = list[list[Exercise]]  # one for each difficulty; in it by lot, for neighbours in the alphabet differ by one mark


def _chosen(every: list[Exercise]) -> Rows:
    """All; from MANY on, CHOSEN are dealt in turn from the difficulties that still have some."""
    in_order = sorted(every, key=lambda one: (one.difficulty, sha256(one.position.text.encode()).hexdigest()))
    rows = [[*alike] for _difficulty, alike in groupby(in_order, key=attrgetter("difficulty"))]
    if len(every) < MANY:
        return rows
    dealt = {*[one for one in chain.from_iterable(zip_longest(*rows)) if one][:CHOSEN]}
    return [[one for one in row if one in dealt] for row in rows]


def _in_order(rows: Rows) -> tuple[Exercise, ...]:
    """From easy to hard. But where most are seen at once these go on beside the others, with what is hard spread over
    all of it: so nothing is over before the rest."""
    at_once, *harder = rows
    if len(at_once) > sum(map(len, harder)):
        return _side_by_side(at_once, _side_by_side(*harder))
    return tuple(chain(*rows))


def _side_by_side(*rows: Sequence[Exercise]) -> tuple[Exercise, ...]:
    """Several rows as one, in which each goes on as evenly as it can from the beginning to the end."""
    shares = [(Fraction(2 * place + 1, 2 * len(row)), one) for row in rows for place, one in enumerate(row)]
    return tuple(one for _share, one in sorted(shares, key=itemgetter(0)))


@cache
def _every(variant: Variant) -> list[Exercise]:
    """Every exercise there is, in no order."""
    return [one for position in _unfinished(variant) if (one := _exercise(variant, position))]


def _exercise(variant: Variant, position: Position) -> Exercise | None:
    """The exercise of a position; None if no move alone keeps its value, or every move does."""
    assert variant.solver is not None
    answers = variant.solver.keeping_moves(position)
    if answers not in equal_moves(variant, position) or len(answers) == len(position.legal_moves):
        return None
    return Exercise(variant, position, answers, _plies_to_see(variant.solver, position, answers))


def _plies_to_see(solver: Solver, position: Position, answers: tuple[Move, ...]) -> int:
    """How far one must look: to the end of the win; or, to hold a draw, until the last of the other moves is lost."""
    if solver.worth(position).value is Value.WIN:
        return solver.worth(position).plies
    return max(solver.worth_of(position, move).plies for move in position.legal_moves if move not in answers)


def _unfinished(variant: Variant) -> set[Position]:
    """Every position in which someone is to move, up to symmetry."""
    start = canonical(variant, variant.start)
    found, fresh = {start}, [start]
    while fresh:
        position = fresh.pop()
        following = {canonical(variant, variant.reduced(position.play(move))) for move in position.legal_moves}
        new = {position for position in following - found if position.outcome is None}
        found |= new
        fresh += new
    return found
