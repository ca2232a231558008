"""The daily puzzle: one of the exercises of a game, the same for everyone, by the date alone."""

from dataclasses import replace
from datetime import date
from functools import cache, lru_cache
from hashlib import sha256
from typing import Final

from games.engine.exercises import Exercise, exercises
from games.engine.variant import Variant

FIRST: Final = date(2026, 11, 1)  # day 1


def day_number(day: date) -> int:
    """The number of a day. FIRST is 1."""
    return (day - FIRST).days + 1


@lru_cache(maxsize=64)
def exercise_of(variant: Variant, day: date) -> Exercise:
    """The exercise of a day, turned or mirrored by lot. All exercises that take more than a look come in turn, each
    round in another order. Wins at once are left out, because they would be no riddle."""
    number = day_number(day)
    rounds, place = divmod(number - 1, len(_order(variant, 0)))
    found = _order(variant, rounds)[place]
    symmetry = variant.symmetries[int(_lot(str(number)), 16) % len(variant.symmetries)]
    position, answers = symmetry.position(found.position), {symmetry.move(answer) for answer in found.answers}
    return replace(found, position=position, answers=tuple(move for move in position.legal_moves if move in answers))


@cache
def _order(variant: Variant, rounds: int) -> tuple[Exercise, ...]:
    wanted = [exercise for exercise in exercises(variant) if exercise.difficulty > 1]
    return tuple(sorted(wanted, key=lambda one: _lot(f"{rounds} {one.position.text}")))


def _lot(ticket: str) -> str:
    """The lot that a ticket draws: the same on every machine, at all times."""
    return sha256(ticket.encode()).hexdigest()
