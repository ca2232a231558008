"""Directors that ask nobody whether they are the one."""

import logging
from datetime import datetime
from functools import cache

from django.apps import AppConfig

logger = logging.getLogger(__name__)


class Obstinate(AppConfig):
    name = "tests.faults"
    label = "obstinate"

    def ready(self) -> None:
        from games.services import directing  # not before: it needs the models

        # No lease is ever written, so nobody sees one that is held.
        directing.hold = hold


def hold(*, tournament: int, director: str, at: datetime) -> bool:
    say_so(tournament)
    return True


@cache
def say_so(tournament: int) -> None:
    """Says in the log, once, that this process directs a tournament."""
    logger.warning("tournament %d is directed here", tournament)
