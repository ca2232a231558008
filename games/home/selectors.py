"""Queries for the data stored about one player."""

from django.db.models import Count, F, Q

from games.play.models import Game, Status
from games.site.models import Player


def games_by_status(player: Player) -> dict[str, int]:
    """Count a player's games of each status that occurs."""
    games = Game.objects.filter(pk__in=player.seats.values("game"))
    return dict(games.values_list("status").annotate(Count("pk")).order_by())


def unfinished_codes_of(player: Player) -> list[str]:
    """Return the codes of a player's unfinished games outside tournaments, including those put away."""
    unfinished = Game.objects.filter(status__in=[Status.WAITING, Status.STARTED], seats__player=player, match=None)
    return list(unfinished.order_by("pk").values_list("code", flat=True).distinct())


def offered_codes_of(player: Player) -> list[str]:
    """Return the codes of the finished games in which a player has offered a rematch."""
    offers = Q(status=Status.FINISHED, seats__player=player, offered_by=F("seats__mark"))
    return list(Game.objects.filter(offers).values_list("code", flat=True))
