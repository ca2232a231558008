"""Reads that more than one caller needs."""

from django.db.models import Case, IntegerField, Prefetch, QuerySet, Value, When
from django.db.models.functions import Coalesce

from games.models import Game, Player, Seat, Series, Status


def games_with_seats() -> QuerySet[Game]:
    """Games with all that a State is made of, in two queries. The seat of whoever made the game comes first."""
    seats = Seat.objects.select_related("player").order_by("pk")
    return Game.objects.select_related("rematch").prefetch_related(Prefetch("seats", queryset=seats))


def games_of(player: Player) -> QuerySet[Game]:
    """A player's games: unfinished first, then finished; within each the one played last comes first."""
    unfinished = Case(
        When(status__in=[Status.WAITING, Status.STARTED], then=Value(0)), default=Value(1), output_field=IntegerField()
    )
    mine = Game.objects.filter(seats__player=player).exclude(status=Status.CANCELLED).values("pk")
    return (
        games_with_seats().filter(pk__in=mine).order_by(unfinished, Coalesce("finished_at", "changed_at").desc(), "-pk")
    )


def unfinished_games_of(player: Player) -> QuerySet[Game]:
    """A player's games that wait for a friend or are in play, without those put away."""
    return games_of(player).filter(status__in=[Status.WAITING, Status.STARTED], put_away=False)


def tally_of(series: Series, games: int) -> dict[str, int]:
    """How the first so many games of a series ended: "X", "O" and "draw"."""
    winners = list(series.games.order_by("pk").values_list("winner", flat=True)[:games])
    return {"X": winners.count("X"), "O": winners.count("O"), "draw": winners.count("")}
