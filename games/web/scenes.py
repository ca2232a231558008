"""How tournaments stand, read once for all requests of this process that ask at the same time, as when a round begins.

What sockets share is in live/scenes.py.
"""

import threading
import time
from typing import Final
from weakref import WeakValueDictionary

from games.selectors.matches import Scene, scene_of


class _Readings:
    """The readings of one tournament, one after the other, and the latest of them."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.latest: tuple[float, Scene] | None = None  # when it was begun, and what was found

    def read(self, code: str) -> Scene:
        asked = time.monotonic()
        with self.lock:  # while others read, too
            if self.latest and self.latest[0] > asked:
                return self.latest[1]
            begun = time.monotonic()
            found = scene_of(code)
            self.latest = begun, found
            return found


_under_way: Final[WeakValueDictionary[str, _Readings]] = WeakValueDictionary()  # by code; gone with the last who asks
_lock = threading.Lock()


def scene(code: str) -> Scene:
    """How a tournament stands, read after this was asked. Raises Tournament.DoesNotExist."""
    with _lock:
        readings = _under_way.setdefault(code, _Readings())
    return readings.read(code)
