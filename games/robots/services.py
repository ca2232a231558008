"""Remove robots' names from stored games."""

from games.robots.selectors import named_robots_of
from games.site.models import Player


def wipe_names(*, player: Player) -> None:
    """Remove the names of robots from a player's games."""
    named_robots_of(player).update(name="")
