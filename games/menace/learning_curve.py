"""The learning curve of a machine: how often best play beats it after each of its games, in a bounded number of points.

A curve has a point for each game at first. When it is full, every second point is dropped and only every second game
adds one, then every fourth. Chances are counted in ten-thousandths.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

MAX_POINTS: Final = 400  # points
WHOLE: Final = 10_000

Point = Sequence[int]  # the number of a game, from 1, and the chance after it


def grown(curve: Sequence[Point], game: int, chance: Callable[[], Fraction]) -> list[Point]:
    """Return the curve after one more game. `chance` is called only if the game has a point."""
    if game % _step(curve):
        return list(curve)
    longer = [*curve, (game, counted(chance()))]
    return longer[1::2] if len(longer) > MAX_POINTS else longer


def counted(chance: Fraction) -> int:
    """Return a chance in ten-thousandths: 0 or WHOLE only if it is exactly 0 or 1."""
    if chance in (0, 1):
        return int(chance * WHOLE)
    return min(max(round(chance * WHOLE), 1), WHOLE - 1)


def _step(curve: Sequence[Point]) -> int:
    """Return the number of games between two points."""
    return curve[0][0] if curve else 1
