"""The standings of a tournament, computed from its results."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Self

WIN: Final = 2  # points
DRAW: Final = 1


@dataclass(frozen=True)
class Score:
    """An entrant's results so far."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    mistakes: int = 0

    @property
    def points(self) -> int:
        return WIN * self.won + DRAW * self.drawn

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def order(self) -> tuple[int, int, bool, int]:
        """A sort key; greater is better: points, wins, having played at all, fewer mistakes."""
        return self.points, self.won, self.played > 0, -self.mistakes

    def __add__(self, other: Self) -> "Score":
        return Score(
            self.won + other.won, self.drawn + other.drawn, self.lost + other.lost, self.mistakes + other.mistakes
        )


def add_best(matches: Iterable[tuple[int, int, Score]]) -> dict[int, Score]:
    """Return each entrant's result: the sum of their best match against each opponent. `matches` has (player, opponent,
    score) for each match and side."""
    best: dict[tuple[int, int], Score] = {}
    for one, other, score in matches:
        known = best.get((one, other))
        if known is None or (score.order, -score.lost) > (known.order, -known.lost):
            best[one, other] = score
    total: dict[int, Score] = {}
    for (one, _other), score in best.items():
        total[one] = total.get(one, Score()) + score
    return total


@dataclass(frozen=True)
class Row:
    """A line of the standings: the place, from 1, and the score. Ties share a place."""

    place: int
    who: int
    score: Score


def table_of(scores: Mapping[int, Score]) -> tuple[Row, ...]:
    """Return the standings. Ties keep their order and share a place: 1, 2, 2, 4."""
    rows: list[Row] = []
    best_first = sorted(scores, key=lambda who: scores[who].order, reverse=True)
    for _order, equal in groupby(best_first, key=lambda who: scores[who].order):
        place = len(rows) + 1
        rows += [Row(place, who, scores[who]) for who in equal]
    return tuple(rows)
