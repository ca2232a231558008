"""The games of each day as stacked bars, a colour for each variant."""

import itertools
from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from games.engine.variants import VARIANTS
from games.play.words.rules import rules_of

HEIGHT: Final = 160  # units of the drawing
STEP: Final = 20  # units from one day to the next
COLOURS: Final = 8  # in admin.css
BAR: Final = 14  # the width of a bar
TOPS: Final = (1, 2, 4)  # the top of the scale is one of these, multiplied by a power of ten


class Chart:
    """The numbers of games started on each of these days, given as (day, variant, number). A day is `x` units from the
    left; its segments have the class of their colour, their top and their height."""

    height, bar = HEIGHT, BAR

    def __init__(self, days: list[date], numbers: Iterable[tuple[date, str, int]]) -> None:
        known = {(day, key): count for day, key, count in numbers}
        counts = [tuple(known.get((day, key), 0) for key in VARIANTS) for day in days]
        self.top = scale_for(max(map(sum, counts), default=0))
        self.width = STEP * len(days)
        self.days = [self._day(place, *of_day) for place, of_day in enumerate(zip(days, counts, strict=True))]

    @property
    def kinds(self) -> list[tuple[str, Any]]:
        """The colour class and the name of each variant."""
        return [(colour_of(key), rules_of(variant).name) for key, variant in VARIANTS.items()]

    @property
    def scale(self) -> list[int]:
        """The labels beside the chart, from the top."""
        return [self.top, self.top // 2, 0]

    def _day(self, place: int, day: date, counts: tuple[int, ...]) -> dict[str, Any]:
        segments, y = [], float(HEIGHT)
        for key, count in zip(VARIANTS, counts, strict=True):
            height = count / self.top * HEIGHT
            y -= height
            if count:
                segments.append((colour_of(key), round(y, 1), round(height, 1)))
        x = place * STEP + (STEP - BAR) // 2
        return {"day": day, "counts": counts, "count": sum(counts), "segments": segments, "x": x}


def colour_of(key: str) -> str:
    """Return the CSS class of a variant's colour. Colours are assigned in order, and repeat after COLOURS variants."""
    return f"game-{[*VARIANTS].index(key) % COLOURS + 1}"


def scale_for(most: int) -> int:
    """Return the lowest of 2, 4, 10, 20, 40, 100 and so on that is at least `most`."""
    scales = (top * 10**power for power in itertools.count() for top in TOPS)
    lowest: int = next(scale for scale in scales if scale >= max(most, 2))
    return lowest
