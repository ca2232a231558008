"""Concurrent changes."""

import threading
from collections.abc import Callable

from django.db import connection

from games.site.refusals import Refused


def at_once(*changes: Callable[[], object]) -> list[object]:
    """Run each change in its own thread. Return the result of each, or the reason for its refusal."""
    results: list[object] = [None] * len(changes)
    barrier = threading.Barrier(len(changes))

    def run(place: int) -> None:
        barrier.wait()
        try:
            results[place] = changes[place]()
        except Exception as raised:
            results[place] = raised.reason if isinstance(raised, Refused) else raised
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[place]) for place in range(len(changes))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
