"""Games with robots that have a name."""

from django.db.models import QuerySet

from games.play.models import Seat
from games.site.models import Player


def named_robots_of(player: Player) -> QuerySet[Seat]:
    """The seats opposite a player of robots that have a name."""
    return Seat.objects.filter(game__in=player.seats.values("game")).exclude(name="")
