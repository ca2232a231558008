"""The daily puzzle: one of a game's puzzles, the same for everyone, determined by the date alone."""

from dataclasses import replace
from datetime import date
from functools import cache, lru_cache
from hashlib import sha256
from typing import Final

from games.engine.exercises import Exercise, exercises
from games.engine.variant import Variant

FIRST: Final = date(2026, 11, 1)  # day 1


def day_number(day: date) -> int:
    """Return the number of a day. FIRST is 1."""
    return (day - FIRST).days + 1


@lru_cache(maxsize=64)
def exercise_of(variant: Variant, day: date) -> Exercise:
    """Return a day's puzzle, pseudo-randomly turned or mirrored. Cycles through all puzzles except immediate wins,
    which would be too easy, in a new order each round."""
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
    """Return a pseudo-random sort key, stable across machines and releases."""
    return sha256(ticket.encode()).hexdigest()
