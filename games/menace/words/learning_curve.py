"""The learning curve of a machine as a drawing, and as a table for listeners."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from games.menace.learning_curve import WHOLE, Point
from games.opponents.words.odds import percent

WIDTH, HEIGHT = 520, 190  # units of the drawing
LENGTHS: Final = (100, 200, 400)  # possible lengths of the axis in games, multiplied by powers of ten
LINES_READ: Final = 10  # approximate lines of the table
CLEAR: Final = 400  # beyond this x the last figure stands to the left of its point instead of the right


@dataclass(frozen=True)
class Curve:
    """The chances that best play beats a machine, by the number of games learnt from: `first` before any, then `kept`,
    and `last` now."""

    first: Fraction
    kept: Sequence[Point]
    games: int
    last: Fraction

    @property
    def length(self) -> int:
        """The length of the axis in games."""
        ten = 1
        while True:
            for length in LENGTHS:
                if self.games <= length * ten:
                    return length * ten
            ten *= 10

    @property
    def marks(self) -> list[int]:
        """The labels along the axis."""
        return [self.length * quarter // 4 for quarter in range(5)]

    @property
    def path(self) -> str:
        return "M" + "L".join(f"{self._x(game)} {self._y(chance)}" for game, chance in self._points)

    @property
    def end(self) -> tuple[float, float]:
        """The point of the machine as it is now."""
        return self._x(self.games), self._y(self.last)

    @property
    def figure(self) -> tuple[float, float, str]:
        """The position of the last chance's label, and its SVG text-anchor."""
        x, y = self.end
        above = y - 14 if y > 44 else y + 40
        return (x - 6, above, "end") if x > CLEAR else (x + 14, above, "start")

    @property
    def percent(self) -> str:
        return percent(self.last)

    @property
    def table(self) -> list[tuple[int, str]]:
        """Some of the points: the number of games, and the chance in words."""
        points = self._points
        every = max(len(points) // LINES_READ, 1)
        return [(game, percent(chance)) for game, chance in [*points[:-1:every], points[-1]]]

    @property
    def _points(self) -> list[tuple[int, Fraction]]:
        if not self.games:
            return [(0, self.first)]
        kept = [(game, Fraction(chance, WHOLE)) for game, chance in self.kept if game < self.games]
        return [(0, self.first), *kept, (self.games, self.last)]

    def _x(self, game: int) -> float:
        return round(game / self.length * WIDTH, 1)

    def _y(self, chance: Fraction) -> float:
        return round(float(1 - chance) * HEIGHT, 1)
