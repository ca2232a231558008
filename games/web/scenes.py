"""How tournaments stand, read once for all requests of this process that ask at the same time, as when a round begins.

What sockets share is in live/scenes.py.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final
from weakref import WeakValueDictionary

from games.selectors.matches import Scene, scene_of


class _Readings:
    """The readings of one tournament, one after the other, and the latest of them."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.latest: tuple[float, Future[Scene]] | None = None  # when it was begun, and what came of it

    def read(self, code: str) -> Scene:
        asked = time.monotonic()
        with self.lock:  # while others read, too
            if self.latest is None or self.latest[0] <= asked:
                self.latest = time.monotonic(), _done(scene_of, code)
            return self.latest[1].result()


def _done(read: Callable[[str], Scene], code: str) -> Future[Scene]:
    """What came of a reading, be it an error: who has waited for it would otherwise wait for one of their own."""
    came: Future[Scene] = Future()
    try:
        came.set_result(read(code))
    except Exception as failed:
        came.set_exception(failed)
    return came


_under_way: Final[WeakValueDictionary[str, _Readings]] = WeakValueDictionary()  # by code; gone with the last who asks
_lock = threading.Lock()


def scene(code: str) -> Scene:
    """How a tournament stands, read after this was asked. Raises Tournament.DoesNotExist."""
    with _lock:
        readings = _under_way.setdefault(code, _Readings())
    return readings.read(code)
