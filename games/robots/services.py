"""Keep robots, and remove the names that a player has given to robots."""

from django.db import transaction
from django.utils import timezone

from games.robots.models import KeptRobot
from games.robots.selectors import named_robots_of
from games.site import limits
from games.site.models import Player


@transaction.atomic
def keep_robot(*, player: Player, key: str, name: str) -> None:
    """Keep a robot for a player. Idempotent. Raises TooMany if the player keeps too many."""
    Player.objects.select_for_update().get(pk=player.pk)  # so that concurrent requests cannot exceed the limit
    if not player.robots.filter(key=key, name=name).exists():
        limits.check(limits.ROBOTS_KEPT, player.robots.count())
        KeptRobot.objects.create(player=player, key=key, name=name)


def drop_robot(*, player: Player, key: str, name: str) -> None:
    """Stop keeping a robot. Its games stay."""
    player.robots.filter(key=key, name=name).delete()


def confirm_wins(*, player: Player) -> None:
    """Hide the notices of all wins so far against a player's robots."""
    player.robots.update(seen_at=timezone.now())


def wipe_names(*, player: Player) -> None:
    """Remove the names of robots from a player's games, and delete the kept robots, which all have names."""
    named_robots_of(player).update(name="")
    player.robots.all().delete()
