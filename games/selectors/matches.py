"""What one player has to do with a tournament: the game they are to play, and their last matches."""

from django.db.models import Prefetch, Q, QuerySet

from games.models import Match, Seat, Status
from games.selectors.games import games_with_seats


def games_to_play(tournament: int) -> dict[int, str]:
    """The code of the game that each player of a tournament is in, by the number of the Player."""
    seats = Seat.objects.filter(
        game__match__tournament=tournament, game__match__ended_at=None, game__status=Status.STARTED
    )
    return {player: code for player, code in seats.values_list("player", "game__code") if player}


def last_matches_of(entrant: int, count: int) -> QuerySet[Match]:
    """The latest matches of somebody against people, the last one first, with all that the States of their games are
    made of."""
    theirs = Match.objects.filter(Q(first=entrant) | Q(second=entrant), second__isnull=False).order_by("-number")
    games = games_with_seats().order_by("place")
    return theirs.select_related("first", "second").prefetch_related(Prefetch("games", queryset=games))[:count]
