"""Round-robin pairing, in the order of a Berger table.

Nobody waits for the end of a round: the next match of the table whose two are both free begins. So the table may grow
with someone who comes late, and an absent player holds up nobody but those who still have to meet them.
"""

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
Pair = tuple[K, K]


def rounds(count: int) -> list[list[tuple[int, int]]]:
    """The rounds of so many players, numbered from 0: the starting player, and the opponent. If the number is odd, in
    each round another one pauses."""
    size = count + count % 2
    if size < 2:
        return []
    others, last = size - 1, size - 1
    found = []
    for number in range(others):
        middle = number * (size // 2) % others
        pairs = [(middle, last) if number % 2 == 0 else (last, middle)]
        pairs += [((middle + step) % others, (middle - step) % others) for step in range(1, size // 2)]
        found.append([pair for pair in pairs if max(pair) < count])
    return found


def left(order: Sequence[K], met: Collection[frozenset[K]]) -> list[Pair[K]]:
    """The matches that are still to be played, in the order of the table. `order` has all who play, and `met` those who
    have met."""
    pairs = [(order[one], order[other]) for pairs in rounds(len(order)) for one, other in pairs]
    return [pair for pair in pairs if frozenset(pair) not in met]


def pairs(order: Sequence[K], met: Collection[frozenset[K]], free: Iterable[K]) -> list[Pair[K]]:
    """The matches to begin now, between those who are `free`."""
    idle, found = set(free), []
    for one, other in left(order, met):
        if {one, other} <= idle:
            idle -= {one, other}
            found.append((one, other))
    return found
