"""The page of a league, computed little by little: each result is cached for the next page.

Nothing is stored. Each process keeps the results of pairs of rules, whatever league they were met in and whatever the
robots are called; one that has not met them works them out anew.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, product
from threading import Lock
from typing import Final

from games.engine.league import Pairing, Standing, entrant, meeting, standings
from games.engine.policy_tables import Shares
from games.opponents.words import odds
from games.play.words import roster
from games.robots.words.faces import Face
from games.robots.words.robots import Robot

RESULTS_KEPT: Final = 20_000  # about 0.6 KB of memory each
ENTRANTS_KEPT: Final = 64  # up to 1 MB each, as long as a league is under way
HALF: Final = 2  # half of the four points that two players share in their two games
LOCK_TIMEOUT: Final = 0.1  # seconds for which one waits while another league is worked on

_results: dict[tuple[str, str], Shares] = {}
_working = Lock()
_entrant = lru_cache(maxsize=ENTRANTS_KEPT)(entrant)


@contextmanager
def turn() -> Iterator[bool]:
    """Whether it is one's turn to work on a league, which is for one thread at a time."""
    mine = _working.acquire(timeout=LOCK_TIMEOUT)
    try:
        yield mine
    finally:
        if mine:
            _working.release()


@dataclass(frozen=True)
class Player:
    """Who takes part: a robot, or a computer player by its key, which has no card."""

    key: str
    name: str
    robot: Robot | None = None

    @property
    def face(self) -> Face | None:
        """The face of a robot; the face of a computer player is among the drawings."""
        return self.robot.face if self.robot else None


@dataclass(frozen=True)
class Number:
    """A number of points or games, rounded; `in_full` is the fraction if that says more. `tone` says of points against
    one other that they are "more" or "less" than those of the other."""

    words: str
    in_full: str
    tone: str = ""


@dataclass(frozen=True)
class Row:
    """A player's line in the table: its place, how many points it has and how many games it wins, draws and loses on
    average, and how many points it gets from each of the others, None from itself. `versus` is in the order of the
    rows."""

    place: int
    player: Player
    points: Number
    totals: tuple[Number, ...]
    versus: tuple[Number | None, ...]


@dataclass(frozen=True)
class League:
    """Robots and the keys of computer players, each against each."""

    robots: Sequence[Robot]
    computers: Sequence[str] = ()

    @cached_property
    def players(self) -> tuple[Player, ...]:
        robots = (Player(robot.key, roster.called(robot.key, robot.name), robot) for robot in self.robots)
        return (*robots, *(Player(key, roster.called(key)) for key in self.computers))

    @property
    def count(self) -> int:
        """How many pairs there are, by rules: robots of the same rules do the same."""
        return len(self._pairs)

    @property
    def done(self) -> int:
        """How many of them have been worked out."""
        return sum(pair in _results for pair in self._pairs)

    @property
    def under_way(self) -> bool:
        """Whether there is no table yet."""
        return len(self.players) > 1 and not self.rows

    @property
    def missing(self) -> int:
        """How many of them have not."""
        return self.count - self.done

    @cached_property
    def _pairs(self) -> tuple[tuple[str, str], ...]:
        keys = dict.fromkeys(player.key for player in self.players)
        return tuple((x, o) for x in keys for o in keys)

    def work(self, seconds: float) -> None:
        """Work out what is missing, for so long. It is called by one thread at a time."""
        until = time.monotonic() + seconds
        for x, o in self._pairs:
            if (x, o) not in _results:
                _results[x, o] = meeting(_entrant(x), _entrant(o))
                if time.monotonic() > until:
                    break
        else:
            _entrant.cache_clear()
        for oldest in list(islice(_results, max(len(_results) - RESULTS_KEPT, 0))):
            del _results[oldest]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The table, the best first; nothing while something is missing."""
        keys = [player.key for player in self.players]
        found = {pair: _results.get(pair) for pair in self._pairs}
        met = [
            Pairing(x, o, *shares)
            for (x, one), (o, other) in product(enumerate(keys), repeat=2)
            if (shares := found[one, other])
        ]
        if len(met) < len(keys) ** 2:
            return ()
        gets = [[Fraction()] * len(keys) for _key in keys]
        for one in met:
            gets[one.x][one.o] += 2 * one.win + one.draw
            gets[one.o][one.x] += 2 * one.loss + one.draw
        table = standings(met)
        order = [standing.entrant for standing in table]
        return tuple(self._row(standing, gets[standing.entrant], order) for standing in table)

    def _row(self, standing: Standing, gets: Sequence[Fraction], order: Sequence[int]) -> Row:
        return Row(
            place=standing.place,
            player=self.players[standing.entrant],
            points=_number(standing.points),
            totals=tuple(_number(number) for number in (standing.wins, standing.draws, standing.losses)),
            versus=tuple(None if other == standing.entrant else _against_one(gets[other]) for other in order),
        )


def _number(number: Fraction, tone: str = "") -> Number:
    whole = number.denominator == 1
    return Number(odds.on_average(number), "" if whole else str(number), tone)


def _against_one(points: Fraction) -> Number:
    """The points from two games, of which there are four."""
    return _number(points, "more" if points > HALF else "less" if points < HALF else "")
