"""The learning curves of a machine as a drawing, and as a table for screen readers."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.menace.learning_curve import WHOLE, Point
from games.menace.machine import Losses
from games.opponents.words.odds import percent

WIDTH, HEIGHT = 520, 190  # units of the drawing
LENGTHS: Final = (100, 200, 400)  # possible lengths of the axis in games, multiplied by powers of ten
TABLE_LINES: Final = 10  # approximately
NAMES: Final = {
    "perfect": _("to Hard, which plays perfectly and doesn’t see the beads"),
    "random": _("to random moves"),
    "exploiter": _("to the strongest opponent, who sees every bead"),
}


@dataclass(frozen=True)
class Chart:
    """The three curves of a machine: `first` before any game, `last` now, and between them the stored `curve` and
    `blind_curve`. A machine of an earlier release may lack points of the latter."""

    first: Losses
    curve: Sequence[Point]
    blind_curve: Sequence[Point]
    games: int
    last: Losses

    @cached_property
    def points(self) -> dict[str, list[tuple[int, Fraction]]]:
        """The chances that it loses to each of NAMES, by the number of games learnt from."""
        kept = {
            "perfect": [(game, chance) for game, chance, _random in self.blind_curve],
            "random": [(game, chance) for game, _perfect, chance in self.blind_curve],
            "exploiter": self.curve,
        }
        return {opponent: self._with_ends(opponent, points) for opponent, points in kept.items()}

    @property
    def curves(self) -> list[dict[str, Any]]:
        """The curve for each of NAMES as a path, and at its `end` the current chance."""
        return [
            {
                "opponent": opponent,
                "name": NAMES[opponent],
                "path": "M" + "L".join(f"{x} {y}" for x, y in map(self._place, points)),
                "end": self._place(points[-1]),
                "percent": percent(points[-1][1]),
            }
            for opponent, points in self.points.items()
        ]

    @property
    def length(self) -> int:
        """The length of the axis in games."""
        lengths = (length * 10**power for power in count() for length in LENGTHS)
        shortest: int = next(length for length in lengths if length >= self.games)
        return shortest

    @property
    def scale(self) -> list[str]:
        """The labels beside the curves, from the top."""
        return [percent(Fraction(half, 2)) for half in (2, 1, 0)]

    @property
    def ticks(self) -> list[int]:
        """The labels along the axis."""
        return [self.length * quarter // 4 for quarter in range(5)]

    @property
    def table(self) -> list[tuple[int, list[str]]]:
        """Some of the points: the number of games, and the chances in words, or a dash."""
        chances = [dict(points) for points in self.points.values()]
        games = sorted(chances[-1])
        shown = [*games[: -1 : max(len(games) // TABLE_LINES, 1)], games[-1]]
        return [(game, [percent(of[game]) if game in of else "–" for of in chances]) for game in shown]

    def _with_ends(self, opponent: str, kept: Sequence[Point]) -> list[tuple[int, Fraction]]:
        between = [(game, Fraction(chance, WHOLE)) for game, chance in kept if game < self.games]
        ends = {0: getattr(self.first, opponent), self.games: getattr(self.last, opponent)}
        return sorted({**dict(between), **ends}.items())

    def _place(self, point: tuple[int, Fraction]) -> tuple[float, float]:
        game, chance = point
        return round(game / self.length * WIDTH, 1), round(float(1 - chance) * HEIGHT, 1)
