"""Record every few seconds which entrants have a tournament page open in this process.

When a page closes or a process dies, the reports stop, and the player soon counts as absent. Pages without a socket
report when they load: see tournaments/addresses.py.
"""

import asyncio
import logging
from collections import Counter, defaultdict
from typing import Final

from django.utils import timezone

from games.site.background import Background
from games.site.threads import writing
from games.tournaments.selectors.absence import HERE_FOR
from games.tournaments.services.telling import report_entrants

logger = logging.getLogger(__name__)

EVERY: Final = 3.0  # seconds; presence holds for HERE_FOR

Key = tuple[str, int]  # the code of a tournament and a player

_pages: Counter[Key] = Counter()


def arrive(key: Key) -> None:
    """Count a page that opened."""
    _pages[key] += 1
    _report.start()


def leave(key: Key) -> None:
    """Count a page that closed."""
    _pages[key] -= 1
    if _pages[key] <= 0:
        del _pages[key]


@Background
async def _report() -> None:
    while _pages:
        players = defaultdict[str, list[int]](list)
        for code, player in _pages:
            players[code].append(player)
        for code, some in players.items():
            try:
                report = writing(report_entrants)
                await report(code=code, players=some, until=timezone.now() + HERE_FOR)
            except Exception:
                logger.exception("could not record presence", extra={"tournament": code})
        await asyncio.sleep(EVERY)
