"""The learning curves of a machine: its chances of losing after each game, in whole ten-thousandths. At first each game
adds a point. Whenever a curve is full, every second point is dropped, and then only half as many games add a point."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

MAX_POINTS: Final = 400
WHOLE: Final = 10_000

Point = Sequence[int]  # the number of a game, from 1, and the chances after it


def has_point(game: int) -> bool:
    """Return whether a curve has a point for this game."""
    return game % _step(game) == 0


def grown(curve: Sequence[Point], game: int, *chances: Fraction) -> list[Point]:
    """Return the curve after a game that has a point."""
    kept = (point for point in curve if point[0] % _step(game) == 0)
    return [*kept, (game, *map(ten_thousandths, chances))]


def ten_thousandths(chance: Fraction) -> int:
    """Return a chance in ten-thousandths: 0 or WHOLE only if it is exactly 0 or 1."""
    if chance in (0, 1):
        return int(chance * WHOLE)
    return min(max(round(chance * WHOLE), 1), WHOLE - 1)


def _step(games: int) -> int:
    """Return the number of games between points after this many games."""
    step = 1
    while games > MAX_POINTS * step:
        step *= 2
    return step
