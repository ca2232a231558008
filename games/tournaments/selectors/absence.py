"""The presence of entrants, and how long absent ones have been away.

For an open page, `Entrant.here_until` is moved into the future every few seconds. Only present entrants are paired.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Q, QuerySet

from games.engine.variants import VARIANTS
from games.play.models import Game, Seat
from games.tournaments.models import Entrant, Kind, Match, Standing, Tournament

PRESENCE_LASTS: Final = timedelta(seconds=8)  # after a record of an open page
NO_SHOW_AFTER: Final = timedelta(seconds=10)  # from the start of a match, for players without an open page
FORFEIT_AFTER: Final = timedelta(minutes=3)  # of absence from a round robin; the pages' texts name this time


def here_at(at: datetime) -> Q:
    """Return the condition for present entrants: with an open page, and not on a break."""
    return Q(standing=Standing.PRESENT, here_until__gt=at)


def away_since(entrant: Entrant, at: datetime) -> datetime | None:
    """Return when an entrant without a match became unavailable, by a break or by closing the page; None if they are
    available or have left."""
    if entrant.standing not in (Standing.PRESENT, Standing.ASIDE):
        return None
    if entrant.standing == Standing.ASIDE:
        return min(entrant.free_since, at)
    return entrant.here_until if entrant.here_until <= at else None


def no_shows_in(tournament: int, at: datetime) -> list[tuple[Match, list[Entrant]]]:
    """Return the matches, at least NO_SHOW_AFTER old, in whose first game absent entrants have not moved, with those
    entrants."""
    absent = Q(first__here_until__lte=at) | Q(second__here_until__lte=at)
    matches = Match.objects.filter(
        absent, tournament=tournament, ended_at=None, second__isnull=False, made_at__lte=at - NO_SHOW_AFTER
    )
    found = []
    for match in matches.select_related("tournament", "first", "second").order_by("number"):
        games = list(match.games.filter(finished_at=None, place=1))
        silent = [one for one in _unmoved_in(match, games[0]) if one.here_until <= at] if games else []
        if silent:
            found.append((match, silent))
    return found


def _unmoved_in(match: Match, game: Game) -> list[Entrant]:
    """Return the entrants who have not yet moved in the first game of their match."""
    assert match.second
    moves = len(VARIANTS[game.variant].split(game.record))
    return [match.first, match.second][moves:]


def long_absent_in(tournament: Tournament, at: datetime) -> list[Entrant]:
    """Return the entrants of a round robin who have been absent for FORFEIT_AFTER."""
    if tournament.kind != Kind.ROUND:
        return []
    idle = tournament.entrants.filter(Q(match=None) | Q(match__second=None)).select_related("match").order_by("pk")
    return [one for one in idle if (since := away_since(one, at)) and since <= at - FORFEIT_AFTER]


def never_moved_in(tournament: int) -> QuerySet[Entrant]:
    """Return the current entrants who have never moved, not even against a computer player."""
    here = Entrant.objects.filter(tournament=tournament, standing__in=[Standing.PRESENT, Standing.ASIDE])
    moved = Seat.objects.filter(game__match__tournament=tournament, game__moves__mark=F("mark"), player__isnull=False)
    return here.exclude(player__in=moved.values("player")).select_related("match").order_by("pk")
