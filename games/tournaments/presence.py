"""Record every few seconds which entrants have a page open in this process. After a page closes or a process dies, its
records expire, and the player counts as absent. Pages without a socket are recorded when they load (access.py)."""

import asyncio
import logging
from collections import Counter, defaultdict
from typing import Final

from django.utils import timezone

from games.site.background import Background
from games.site.threads import writing
from games.tournaments.selectors.tournaments import PRESENCE_LASTS
from games.tournaments.services.news import record_presence

logger = logging.getLogger(__name__)

RECORD_EVERY: Final = 3.0  # seconds; a record is valid for PRESENCE_LASTS

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
                report = writing(record_presence)
                await report(code=code, players=some, until=timezone.now() + PRESENCE_LASTS)
            except Exception:
                logger.exception("could not record presence in tournament %s", code)
        await asyncio.sleep(RECORD_EVERY)
