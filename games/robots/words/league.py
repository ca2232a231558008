"""The page of a league, computed in steps. Nothing is stored: each process caches results by pairs of rules."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from threading import Lock
from typing import Any, Final

from games.engine.classic import CLASSIC
from games.engine.league import entrant, standings
from games.engine.strength import Result, result, table_of
from games.opponents.words import odds
from games.play.words import roster
from games.robots.words.robots import Robot

RESULTS_KEPT: Final = 20_000  # about 0.6 KB of memory each
EVEN_SCORE: Final = 2  # of the four points in two games
LOCK_TIMEOUT: Final = 0.1  # seconds

_results: dict[tuple[str, str], Result] = {}
_lock = Lock()


@contextmanager
def computing() -> Iterator[bool]:
    """Try to take the lock for computing a league, and yield whether it is held."""
    locked = _lock.acquire(timeout=LOCK_TIMEOUT)
    try:
        yield locked
    finally:
        if locked:
            _lock.release()


@dataclass(frozen=True)
class Player:
    """A participant: a robot, or a computer player (without a card) by its key."""

    key: str
    name: str
    robot: Robot | None = None


@dataclass(frozen=True)
class League:
    """A round robin of robots and computer players, by key."""

    robots: Sequence[Robot]
    computers: Sequence[str] = ()

    @cached_property
    def players(self) -> tuple[Player, ...]:
        robots = (Player(robot.key, roster.called(robot.key, robot.name), robot) for robot in self.robots)
        return (*robots, *(Player(key, roster.called(key)) for key in self.computers))

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of keys, for X and O. Robots with the same rules share a key."""
        keys = dict.fromkeys(player.key for player in self.players)
        return list(product(keys, keys))

    @property
    def done(self) -> int:
        """The number of pairs computed so far."""
        return sum(pair in _results for pair in self.pairs)

    @property
    def under_way(self) -> bool:
        """Whether the standings are incomplete."""
        return len(self.players) > 1 and not self.rows

    def compute(self, seconds: float) -> None:
        """Compute missing results for about this many seconds. Callers must hold the lock (`computing`)."""
        until = time.monotonic() + seconds
        for x, o in self.pairs:
            if (x, o) not in _results:
                _results[x, o] = result(CLASSIC, entrant(x), entrant(o))
                if time.monotonic() > until:
                    break
        else:
            table_of.cache_clear()  # tables of up to 1.2 MB each, needed only until the league is complete
        for oldest in list(islice(_results, max(len(_results) - RESULTS_KEPT, 0))):
            del _results[oldest]

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The standings; empty while results are missing. A row has the place, the player, and numbers: its average
        points, its wins, draws and losses, and in `versus` its points against each player in the order of the rows,
        None for itself."""
        keys = [player.key for player in self.players]
        pairs = product(enumerate(keys), repeat=2)
        met = {(x, o): found for (x, one), (o, other) in pairs if (found := _results.get((one, other)))}
        if len(met) < len(keys) ** 2:
            return []
        gets = [[Fraction()] * len(keys) for _key in keys]
        for (x, o), found in met.items():
            win, draw, loss = (Fraction(share) for share in found)
            gets[x][o] += 2 * win + draw
            gets[o][x] += 2 * loss + draw
        table = standings(met)
        order = [standing.entrant for standing in table]
        return [
            {
                "place": row.place,
                "player": self.players[row.entrant],
                "points": _number(row.points),
                "totals": [_number(number) for number in (row.wins, row.draws, row.losses)],
                "versus": [None if other == row.entrant else _number(gets[row.entrant][other]) for other in order],
            }
            for row in table
        ]


def _number(number: Fraction) -> dict[str, Any]:
    """Return a number of points or games in words, in full if it is not whole, and its tone: whether it is "more" or
    "less" than an even score in two games."""
    tone = "more" if number > EVEN_SCORE else "less" if number < EVEN_SCORE else ""
    return {"words": odds.on_average(number), "in_full": "" if number.denominator == 1 else str(number), "tone": tone}
