"""Arena pairing: a maximum-weight matching of the free players, computed by networkx. A match weighs more if the two
have similar scores, have waited, and have not met. As few players as possible stay unpaired."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

AGAIN_AFTER: Final = 6.0  # seconds that both must wait before meeting twice in a row
SLICE: Final = 24  # people per matching, whose time grows faster than quadratically

# The weight of a match.
BASE: Final = 10_000
PER_POINT_APART: Final = 40  # subtracted
MAX_APART: Final = 50  # points; a larger difference counts the same
PER_MEETING: Final = 300  # subtracted
MAX_MEETINGS: Final = 5  # more meetings count the same
PER_SECOND_WAITED: Final = 20  # added
MAX_WAITED: Final = 60  # seconds; longer waits count the same
TWICE_IN_A_ROW: Final = 5_000  # subtracted


@dataclass(frozen=True)
class Free:
    """A free entrant, by id: points, seconds waited, and the last opponent, if any."""

    who: int
    points: int
    waited: float
    last: int | None = None


def pairs(free: Iterable[Free], met: "Counter[frozenset[int]]") -> list[tuple[int, int]]:
    """Return the matches to start now. `met` counts the matches of each pair so far. The same two meet twice in a row
    only if both have waited for AGAIN_AFTER, so that others may become free."""
    found: list[tuple[int, int]] = []
    left: list[Free] = []
    for part in _slices(sorted(free, key=lambda one: (-one.points, -one.waited))):
        chosen = _match([*left, *part], met)
        found += chosen
        paired = {who for pair in chosen for who in pair}
        left = [one for one in [*left, *part] if one.who not in paired]
    return found


def _slices(people: Sequence[Free]) -> Iterator[Sequence[Free]]:
    """Split people into even slices of neighbours in the standings."""
    count = -(-len(people) // SLICE)
    for number in range(count):
        yield people[len(people) * number // count : len(people) * (number + 1) // count]


def _match(free: Sequence[Free], met: "Counter[frozenset[int]]") -> list[tuple[int, int]]:
    import networkx  # not at the start, because it takes half as long as the rest of the site

    graph = networkx.Graph()
    for one, other in combinations(range(len(free)), 2):
        weight = _weight(free[one], free[other], met)
        if weight is not None:
            graph.add_edge(one, other, weight=weight)
    chosen = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(free[one].who, free[other].who) for one, other in sorted(map(sorted, chosen))]


def _weight(one: Free, other: Free, met: "Counter[frozenset[int]]") -> int | None:
    """Return the weight of a match; None if the two must not meet now."""
    apart = min(abs(one.points - other.points), MAX_APART)
    often = min(met[frozenset((one.who, other.who))], MAX_MEETINGS)
    waited = sum(int(min(someone.waited, MAX_WAITED)) for someone in (one, other))
    weight = BASE - PER_POINT_APART * apart - PER_MEETING * often + PER_SECOND_WAITED * waited
    if one.last == other.who or other.last == one.who:
        return weight - TWICE_IN_A_ROW if min(one.waited, other.waited) >= AGAIN_AFTER else None
    return weight
