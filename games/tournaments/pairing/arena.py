"""Arena pairing: the best way to pair the free players.

This is a maximum-weight matching, computed by networkx. A match weighs more if the two have similar scores, have
waited, and have not met. As few players as possible stay unpaired.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from typing import Final, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
Pair = tuple[K, K]

AGAIN_AFTER: Final = 6.0  # seconds that both must wait before meeting twice in a row
SLICE: Final = 24  # people per matching, whose time grows faster than quadratically

# The weight of a match.
FULL: Final = 10_000
A_POINT_APART: Final = 40
MOST_APART: Final = 50  # points; a larger difference counts the same
MET_BEFORE: Final = 300
MET_OFTEN: Final = 5  # times; more meetings count the same
A_SECOND_WAITED: Final = 20
WAITED_LONG: Final = 60  # seconds; longer waits count the same
TWICE_IN_A_ROW: Final = 5_000


@dataclass(frozen=True)
class Free(Generic[K]):
    """A free entrant: points, seconds waited, and the last opponent, if any."""

    who: K
    points: int
    waited: float
    last: K | None = None


def load() -> None:
    """Import networkx before the first `pairs`. Not imported at start, because only tournaments need it and it takes
    half as long as the rest of the site."""
    import_module("networkx")


def pairs(free: Iterable[Free[K]], met: "Counter[frozenset[K]]") -> list[Pair[K]]:
    """Return the matches to start now. `met` counts the matches of each pair so far.

    Pairs the same two twice in a row only if both have waited for AGAIN_AFTER, so that other opponents may become free.
    """
    found: list[Pair[K]] = []
    left: list[Free[K]] = []
    for part in _slices(sorted(free, key=lambda one: (-one.points, -one.waited))):
        chosen = _match([*left, *part], met)
        found += chosen
        paired = {who for pair in chosen for who in pair}
        left = [one for one in [*left, *part] if one.who not in paired]
    return found


def _slices(people: Sequence[Free[K]]) -> Iterator[Sequence[Free[K]]]:
    """Split people into even slices of neighbours in the standings."""
    count = -(-len(people) // SLICE)
    for number in range(count):
        yield people[len(people) * number // count : len(people) * (number + 1) // count]


def _match(free: Sequence[Free[K]], met: "Counter[frozenset[K]]") -> list[Pair[K]]:
    import networkx  # see `load`

    graph = networkx.Graph()
    for one, other in combinations(range(len(free)), 2):
        weight = _weight(free[one], free[other], met)
        if weight is not None:
            graph.add_edge(one, other, weight=weight)
    chosen = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(free[one].who, free[other].who) for one, other in sorted(map(sorted, chosen))]


def _weight(one: Free[K], other: Free[K], met: "Counter[frozenset[K]]") -> int | None:
    """Return the weight of a match; None if the two must not meet now."""
    apart = min(abs(one.points - other.points), MOST_APART)
    often = min(met[frozenset((one.who, other.who))], MET_OFTEN)
    waited = sum(int(min(someone.waited, WAITED_LONG)) for someone in (one, other))
    weight = FULL - A_POINT_APART * apart - MET_BEFORE * often + A_SECOND_WAITED * waited
    if one.last == other.who or other.last == one.who:
        return weight - TWICE_IN_A_ROW if min(one.waited, other.waited) >= AGAIN_AFTER else None
    return weight
