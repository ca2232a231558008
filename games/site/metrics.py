"""The metrics of this process, for Prometheus, served at `/metrics` (hosting/views/metrics.py).

Counting costs one or two microseconds, and labels have few values, so even code that runs often may count. Known label
values start at zero, because Prometheus cannot see the first increase of a new series. deploy/grafana.json and
deploy/alerts.yaml use these names. Without prometheus-client nothing is counted.
"""

import logging
from collections.abc import Callable
from typing import Final

try:
    from prometheus_client import Counter, Histogram, disable_created_metrics
    from prometheus_client import Gauge as Gauge
except ImportError:
    COUNTED = False

    class Uncounted:
        """A metric that does nothing."""

        def __init__(self, *_: object, **__: object) -> None: ...

        def labels(self, *_: object) -> "Uncounted":
            return self

        def ignore(self, *_: object) -> None: ...

        inc = dec = observe = set_function = ignore

    Counter = Gauge = Histogram = Uncounted  # type: ignore[assignment, misc]
else:
    COUNTED = True
    disable_created_metrics()  # type: ignore[no-untyped-call]  # nobody needs the extra series

SOCKETS: Final = Gauge("tictactoe_sockets", "Open websockets, by page.", ["page"])
MOVES: Final = Counter("tictactoe_moves", "Moves stored, of people and of computer players.")
MOVE_SECONDS: Final = Histogram(
    "tictactoe_move_seconds",
    "Time from receiving a move until its page has been sent the new state.",
    buckets=(0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
REQUEST_SECONDS: Final = Histogram(
    "tictactoe_request_seconds",
    "Time to answer a request, by the class of its status.",
    ["status"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5),
)
DATABASE_SECONDS: Final = Histogram(
    "tictactoe_database_seconds",
    "Time of a task on one of the sockets' database threads, with its statements and commit.",
    ["thread"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5),
)
QUEUE_LENGTH: Final = Gauge("tictactoe_waiting", "Tasks in a queue, waiting or running.", ["queue"])
TURNED_AWAY: Final = Counter("tictactoe_turned_away", "Requests refused because a queue was full.", ["queue"])
REFUSED: Final = Counter("tictactoe_refused", "Actions refused, by reason.", ["reason"])
LIMITS: Final = Counter("tictactoe_limits_hit", "Actions refused by a rate limit.", ["limit"])
ERRORS: Final = Counter("tictactoe_errors", "Errors logged.")

for status in ("2xx", "3xx", "4xx", "5xx"):
    REQUEST_SECONDS.labels(status)  # start at zero, so that Prometheus sees the first increase


def watch_queue(name: str, length: Callable[[], float]) -> None:
    """Report the length of a queue from now on."""
    QUEUE_LENGTH.labels(name).set_function(length)


class CountErrors(logging.Handler):
    """Counts logged errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("django.security."):  # anyone can cause these, so they raise no alert
            ERRORS.inc()
