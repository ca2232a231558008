"""Leagues: robots and computer players of the classic game, every pair in both seats, computed exactly."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from games.engine import strength
from games.engine.classic import CLASSIC
from games.engine.policies import Opponent
from games.engine.policy_tables import Shares, Table, graph, seat_strength, shares, table_of
from games.engine.position import Mark
from games.engine.robots import robot
from games.engine.strength import SeatStrength


@dataclass(frozen=True, eq=False)
class Entrant:
    """A robot or a computer player. `symmetric` means that it treats symmetric positions alike, as all robots do, so
    small tables suffice. An entrant that sees the last move has no tables and is slower to compute."""

    opponent: Opponent
    symmetric: bool
    _tables: dict[tuple[Mark, bool], Table] = field(default_factory=dict, repr=False)

    @property
    def key(self) -> str:
        return self.opponent.key

    def table(self, mark: Mark, *, folded: bool) -> Table:
        """Return its policy in one seat as a cached table."""
        if (mark, folded) not in self._tables:
            self._tables[mark, folded] = table_of(graph(folded=folded), mark, self.opponent)
        return self._tables[mark, folded]

    def strength(self, mark: Mark) -> SeatStrength:
        """Return its strength in one seat."""
        if self.opponent.sees_last_move:
            return strength.seat_strength(CLASSIC, self.opponent, mark)
        return seat_strength(self.table(mark, folded=self.symmetric))


def entrant(key: str) -> Entrant:
    """Return the computer player with this key, else the robot with these letters. Raises BadLetters."""
    return Entrant(CLASSIC.opponents.get(key) or robot(key), symmetric=key not in CLASSIC.opponents)


@dataclass(frozen=True)
class Pairing:
    """The probabilities that entrant `x` wins, draws and loses as X against entrant `o`, both given by their index."""

    x: int
    o: int
    win: Fraction
    draw: Fraction
    loss: Fraction


def meeting(x: Entrant, o: Entrant) -> Shares:
    """Return the probabilities that X wins, draws and loses against O."""
    if x.opponent.sees_last_move or o.opponent.sees_last_move:
        found = strength.result(CLASSIC, x.opponent, o.opponent)
        return Fraction(found.win), Fraction(found.draw), Fraction(found.loss)
    folded = x.symmetric and o.symmetric
    return shares(x.table(Mark.X, folded=folded), o.table(Mark.O, folded=folded))


def pairings(entrants: Sequence[Entrant]) -> Iterator[Pairing]:
    """Yield the pairing of every ordered pair of entrants, including each with itself, as it is computed."""
    for (x, one), (o, other) in product(enumerate(entrants), repeat=2):
        yield Pairing(x, o, *meeting(one, other))


@dataclass(frozen=True)
class Standing:
    """An entrant's row in the standings of a league: its average wins, draws and losses in two games against each of
    the others. A win scores two points, a draw one."""

    place: int
    entrant: int
    wins: Fraction
    draws: Fraction
    losses: Fraction

    @property
    def points(self) -> Fraction:
        return 2 * self.wins + self.draws


def standings(pairings: Iterable[Pairing]) -> tuple[Standing, ...]:
    """Return the standings of a league: by points, then by wins, then in the order of the entrants. Ties share a
    place."""
    totals: dict[int, list[Fraction]] = {}
    for one in pairings:
        for entrant, found in ((one.x, (one.win, one.draw, one.loss)), (one.o, (one.loss, one.draw, one.win))):
            mine = totals.setdefault(entrant, [Fraction()] * 3)
            if one.x != one.o:
                totals[entrant] = [total + share for total, share in zip(mine, found, strict=True)]
    rows = [Standing(0, entrant, *total) for entrant, total in sorted(totals.items())]
    better = [(row.points, row.wins) for row in rows]
    placed = [replace(row, place=1 + sum(other > (row.points, row.wins) for other in better)) for row in rows]
    return tuple(sorted(placed, key=lambda row: row.place))
