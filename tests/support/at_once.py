"""Changes that come at the same time."""

import threading
from collections.abc import Callable

from django.db import connection

from games.site.refusals import Refused


def at_once(*changes: Callable[[], object]) -> list[object]:
    """Do all of these, each on a thread of its own. Return what each returns, or why it was refused."""
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
