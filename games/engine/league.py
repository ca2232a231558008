"""Leagues: robots and computer players of the classic game, every pair in both seats, computed exactly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from games.engine.classic import CLASSIC
from games.engine.policies import Opponent
from games.engine.robots import robot
from games.engine.strength import Result, result

Pairings = Mapping[tuple[int, int], Result]  # by the index of the entrant that plays X, and of the one that plays O


def entrant(key: str) -> Opponent:
    """Return the computer player with this key, else the robot with these letters. Raises BadLetters."""
    return CLASSIC.opponents.get(key) or robot(key)


def pairings(entrants: Sequence[Opponent]) -> Pairings:
    """Return the result of every ordered pair of entrants, including each with itself."""
    pairs = product(enumerate(entrants), repeat=2)
    return {(x, o): result(CLASSIC, one, other) for (x, one), (o, other) in pairs}


@dataclass(frozen=True)
class Standing:
    """An entrant's average wins, draws and losses in two games against each of the others."""

    place: int
    entrant: int
    wins: Fraction
    draws: Fraction
    losses: Fraction

    @property
    def points(self) -> Fraction:
        return 2 * self.wins + self.draws


def standings(pairings: Pairings) -> tuple[Standing, ...]:
    """Return the standings of a league by points, then by wins, then by entrant. Ties share a place."""
    totals: dict[int, list[Fraction]] = {}
    for (x, o), found in pairings.items():
        for entrant, shares in ((x, found), (o, found[::-1])):
            mine = totals.setdefault(entrant, [Fraction()] * 3)
            if x != o:
                totals[entrant] = [total + Fraction(share) for total, share in zip(mine, shares, strict=True)]
    rows = [Standing(0, entrant, *total) for entrant, total in sorted(totals.items())]
    better = [(row.points, row.wins) for row in rows]
    placed = [replace(row, place=1 + sum(other > (row.points, row.wins) for other in better)) for row in rows]
    return tuple(sorted(placed, key=lambda row: row.place))
