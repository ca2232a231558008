"""Renaming robots in stored games."""

from games.robots.selectors import named_robots_of
from games.site.models import Player


def wipe_names(*, player: Player) -> None:
    """Take their names from the robots that a player has met."""
    named_robots_of(player).update(name="")
