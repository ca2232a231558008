"""Queries for players."""

from games.site.models import Player
from games.site.sql import objects


def player_with(number: int) -> Player | None:
    """The Player of this number, if there is one."""
    return next(iter(objects(Player, "SELECT * FROM games_player WHERE id = %s", number)), None)
