"""Positions in which one move holds: all there are, up to symmetry, mixed and from easy to hard."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256

from games.engine.position import Cell, Position
from games.engine.solver import Value, keeping_moves, worth, worth_of
from games.engine.symmetry import canonical, equal_moves


@dataclass(frozen=True)
class Exercise:
    """A position in which all moves that keep its value are one and the same up to symmetry, and others do not.

    `difficulty` is how many plies one must look ahead; see `_plies_to_see`.
    """

    position: Position
    answers: tuple[Cell, ...]
    difficulty: int


@cache
def exercises() -> tuple[Exercise, ...]:
    """All 303, from easy to hard in two rows that go on side by side: wins at once, and what takes more than a look.

    So neither is over before the other. In its row what is equally hard comes by lot, for neighbours in the alphabet
    differ by one mark.
    """
    found = [exercise for position in _unfinished() if (exercise := _exercise(position))]
    found.sort(key=lambda one: (one.difficulty, sha256(one.position.cells.encode()).hexdigest()))
    at_once = [exercise for exercise in found if exercise.difficulty == 1]
    further = [exercise for exercise in found if exercise.difficulty > 1]
    return tuple(sorted(found, key=lambda one: _share(one, at_once if one.difficulty == 1 else further)))


def _share(exercise: Exercise, row: list[Exercise]) -> Fraction:
    """How much of its row is done before an exercise."""
    return Fraction(row.index(exercise), len(row))


def _exercise(position: Position) -> Exercise | None:
    answers = keeping_moves(position)
    if answers not in equal_moves(position) or len(answers) == len(position.legal_moves):
        return None
    return Exercise(position, answers, _plies_to_see(position, answers))


def _plies_to_see(position: Position, answers: tuple[Cell, ...]) -> int:
    """How far one must look: to the end of the win; or, to hold a draw, until the last of the other moves is lost."""
    if worth(position).value is Value.WIN:
        return worth(position).plies
    return max(worth_of(position, cell).plies for cell in position.legal_moves if cell not in answers)


def _unfinished() -> set[Position]:
    """Every position in which somebody is to move, up to symmetry: 627."""
    found, fresh = {Position()}, [Position()]
    while fresh:
        position = fresh.pop()
        following = {canonical(position.play(cell)) for cell in position.legal_moves}
        new = {position for position in following - found if position.outcome is None}
        found |= new
        fresh += new
    return found
