"""Queries for players."""

import time
from typing import Final

from games.site.models import Player
from games.site.sql import objects

BLOCKED_CACHED_FOR: Final = 5.0  # seconds; until then another process may not notice that a player was blocked

_blocked: tuple[float, frozenset[int]] = (0.0, frozenset())  # the time of expiry, and their ids


def player_with(number: int) -> Player | None:
    """Return the Player with this id, or None."""
    return next(iter(objects(Player, "SELECT * FROM games_player WHERE id = %s", number)), None)


def blocked_players() -> frozenset[int]:
    """Return the ids of all blocked players, cached for BLOCKED_CACHED_FOR, because every move checks them."""
    global _blocked
    until, found = _blocked
    if time.monotonic() > until:
        found = frozenset(Player.objects.filter(blocked=True).values_list("pk", flat=True))
        _blocked = (time.monotonic() + BLOCKED_CACHED_FOR, found)
    return found


def forget_blocked_players() -> None:
    """Clear the cache of `blocked_players`."""
    global _blocked
    _blocked = (0.0, frozenset())
