"""Games with robots that have a name."""

from django.db.models import QuerySet

from games.play.models import Seat
from games.site.models import Player


def named_robots_of(player: Player) -> QuerySet[Seat]:
    """Return the seats of named robots in a player's games."""
    return Seat.objects.filter(game__in=player.seats.values("game")).exclude(name="")
