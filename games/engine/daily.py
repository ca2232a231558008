"""The position of the day: one of the exercises, the same for everybody, by the date alone."""

from datetime import date
from functools import cache, lru_cache
from hashlib import sha256
from typing import Final

from games.engine.exercises import Exercise, exercises
from games.engine.symmetry import SYMMETRIES, turned

FIRST: Final = date(2026, 11, 1)  # day 1


def day_number(day: date) -> int:
    """Days are counted from the first one on."""
    return (day - FIRST).days + 1


@lru_cache(maxsize=64)
def exercise_of(day: date) -> Exercise:
    """What is to be found on a day. All that take more than a look come in turn, in another order each round, turned or
    mirrored by lot; a win at once would be no riddle."""
    number = day_number(day)
    rounds, place = divmod(number - 1, len(_order(0)))
    found = _order(rounds)[place]
    way = SYMMETRIES[int(_lot(str(number)), 16) % len(SYMMETRIES)]
    return Exercise(turned(found.position, way), tuple(sorted(map(way.index, found.answers))), found.difficulty)


@cache
def _order(rounds: int) -> tuple[Exercise, ...]:
    wanted = [exercise for exercise in exercises() if exercise.difficulty > 1]
    return tuple(sorted(wanted, key=lambda one: _lot(f"{rounds} {one.position.cells}")))


def _lot(ticket: str) -> str:
    """What a ticket draws: the same on every machine, at all times."""
    return sha256(ticket.encode()).hexdigest()
