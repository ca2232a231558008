"""Bounded queues for the database. A full queue refuses further requests immediately, because each waiting request
delays those behind it. A refused page reconnects after a short random time."""

from collections.abc import Iterator
from contextlib import contextmanager

from games.site import metrics


class Busy(Exception):
    """The queue is full."""


class BoundedQueue:
    """A queue with a maximum length, reported to metrics under a name."""

    def __init__(self, name: str, capacity: int) -> None:
        self.capacity = capacity
        self.taken = 0
        self.turned_away = metrics.TURNED_AWAY.labels(name)
        metrics.watch_queue(name, lambda: self.taken)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold a place in the queue. Raises Busy immediately if it is full."""
        if self.taken >= self.capacity:
            self.turned_away.inc()
            raise Busy
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
