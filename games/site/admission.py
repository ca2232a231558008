"""Bounded queues for the database. When one is full, further requests are refused at once.

All sockets of a process share two database threads, so each that waits there makes those behind it wait longer. A page
that is refused comes back by itself, a little later and not at the same time as the others.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from games.site import metrics


class Busy(Exception):
    """Too many are waiting already."""


class Places:
    """A number of places to wait in, which metrics know by a name."""

    def __init__(self, name: str, most: int) -> None:
        self.most = most
        self.taken = 0
        self.turned_away = metrics.TURNED_AWAY.labels(name)
        metrics.watch_queue(name, lambda: self.taken)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Hold a place. Raises Busy at once if there is none."""
        if self.taken >= self.most:
            self.turned_away.inc()
            raise Busy
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
