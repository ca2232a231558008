"""A bound on how many may wait for the database. The others are refused at once, so that no queue grows without end.

All sockets of a process share two database threads, so each that waits there makes those behind it wait longer. A page
that is refused comes back by itself, a little later and not at the same time as the others.
"""

from collections.abc import Iterator
from contextlib import contextmanager


class Busy(Exception):
    """Too many are waiting already."""


class Places:
    """A number of places to wait in."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0

    @contextmanager
    def one(self) -> Iterator[None]:
        """Holds a place. Raises Busy at once if there is none."""
        if self.taken >= self.most:
            raise Busy
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
