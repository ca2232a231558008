"""Round-robin pairing, in the order of a Berger table. Rounds do not wait for each other: each match starts as soon as
both players are free, so latecomers can be added, and an absent player holds up only those who have yet to meet
them."""

from collections.abc import Collection, Iterable, Sequence


def rounds(count: int) -> list[list[tuple[int, int]]]:
    """Return the rounds for `count` players, numbered from 0, as pairs of the starting player and the opponent. If
    `count` is odd, a different player sits out each round."""
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


def remaining(order: Sequence[int], met: Collection[frozenset[int]]) -> list[tuple[int, int]]:
    """Return the matches of these players still to be played, in the order of the table. `met` holds pairs."""
    pairs = [(order[one], order[other]) for pairs in rounds(len(order)) for one, other in pairs]
    return [pair for pair in pairs if frozenset(pair) not in met]


def pairs(order: Sequence[int], met: Collection[frozenset[int]], free: Iterable[int]) -> list[tuple[int, int]]:
    """Return the matches to start now, between `free` players."""
    idle, found = set(free), []
    for one, other in remaining(order, met):
        if {one, other} <= idle:
            idle -= {one, other}
            found.append((one, other))
    return found
