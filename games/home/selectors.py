"""Queries for the data stored about one player."""

from dataclasses import dataclass

from django.db.models import F, Q

from games.play.models import Game, Status
from games.site.models import Player


@dataclass(frozen=True)
class StoredGames:
    """The numbers of a player's stored games and series."""

    games: int  # finished
    in_play: int
    waiting: int  # for a friend to join
    series: int


def stored_games_of(player: Player) -> StoredGames:
    """Count a player's stored games and series, in a constant number of queries."""
    games = Game.objects.filter(pk__in=player.seats.values("game"))
    return StoredGames(
        games=games.filter(status=Status.FINISHED).count(),
        in_play=games.filter(status=Status.STARTED).count(),
        waiting=games.filter(status=Status.WAITING).count(),
        series=player.series.count(),
    )


def unfinished_codes_of(player: Player) -> list[str]:
    """Return the codes of a player's unfinished games outside tournaments, including those put away."""
    unfinished = Game.objects.filter(status__in=[Status.WAITING, Status.STARTED], seats__player=player, match=None)
    return list(unfinished.order_by("pk").values_list("code", flat=True).distinct())


def offered_codes_of(player: Player) -> list[str]:
    """Return the codes of the finished games in which a player has offered a rematch."""
    offers = Q(status=Status.FINISHED, seats__player=player, offered_by=F("seats__mark"))
    return list(Game.objects.filter(offers).values_list("code", flat=True))
