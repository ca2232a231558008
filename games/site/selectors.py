"""Queries for players."""

from games.site.models import Player
from games.site.sql import objects


def player_with(number: int) -> Player | None:
    """The Player with this id; None if there is none."""
    return next(iter(objects(Player, "SELECT * FROM games_player WHERE id = %s", number)), None)
