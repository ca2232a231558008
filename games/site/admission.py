"""Bounded queues for the database. When one is full, further requests are refused at once.

All sockets of a process share two database threads, so each request that waits there delays those behind it. A
rejected page reconnects by itself, a little later and at a different time from the others.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from games.site import metrics


class Busy(Exception):
    """The queue is full."""


class Places:
    """A queue with a maximum length, reported to metrics under a name."""

    def __init__(self, name: str, most: int) -> None:
        self.most = most
        self.taken = 0
        self.turned_away = metrics.TURNED_AWAY.labels(name)
        metrics.watch_queue(name, lambda: self.taken)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Hold a place in the queue. Raises Busy at once if it is full."""
        if self.taken >= self.most:
            self.turned_away.inc()
            raise Busy
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
