"""What is due: the queries of a tournament's director (`at` is the current time) and of the tidying of old ones."""

from datetime import datetime, timedelta

from django.db.models import Exists, Max, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from games.engine.variants import VARIANTS
from games.play.models import Game
from games.tournaments.models import Entrant, Kind, Match, Phase, Standing, Tournament
from games.tournaments.selectors.matches import IN_PLAY, playing_in, unplayed_in
from games.tournaments.selectors.tournaments import (
    BREATHER,
    COMPUTER_AFTER,
    FORFEIT_AFTER,
    GRACE,
    LONG_BREATHER,
    NO_SHOW_AFTER,
    OVERTIME,
    away_since,
)

NAMES_KEPT = timedelta(days=30)
ABANDONED_AFTER = timedelta(days=14)


def running() -> list[Tournament]:
    """Return the running tournaments, by id."""
    return list(Tournament.objects.filter(phase=Phase.RUNNING).order_by("pk"))


def free_in(tournament: int, at: datetime) -> QuerySet[Entrant]:
    """Return the entrants who are present and not in a counted match; they may be playing the computer."""
    no_counted_match = Q(match=None) | Q(match__second=None)
    here = Entrant.objects.filter(tournament=tournament, standing=Standing.PRESENT, here_until__gt=at)
    return here.filter(no_counted_match).select_related("match", "player").order_by("pk")


def ready_in(tournament: int, at: datetime) -> QuerySet[Entrant]:
    """Return the free entrants who have finished reviewing their last match."""
    return free_in(tournament, at).filter(free_since__lte=at)


def unpaired_in(tournament: int, at: datetime) -> QuerySet[Entrant]:
    """Return the free entrants who have waited for COMPUTER_AFTER and are not playing the computer yet."""
    return free_in(tournament, at).filter(match=None, free_since__lte=at - COMPUTER_AFTER)


def counted_in_progress(tournament: int) -> QuerySet[Match]:
    """Return the matches in progress between two people."""
    return Match.objects.filter(tournament=tournament, ended_at=None, second__isnull=False)


def matches_to_continue(tournament: int, at: datetime) -> QuerySet[Match]:
    """Return the matches in progress whose last game ended at least a BREATHER (or LONG_BREATHER) ago."""
    ended = _between_games(tournament).annotate(last=Max("games__finished_at")).filter(last__lte=at - BREATHER)
    more_time = Q(first__more_time=True) | Q(second__more_time=True)
    waiting = more_time & Q(last__gt=at - LONG_BREATHER)
    return ended.exclude(waiting).select_related("first", "second").order_by("number")


def _between_games(tournament: int) -> QuerySet[Match]:
    """Return the matches in progress without a game in play."""
    in_play = Game.objects.filter(IN_PLAY, match=OuterRef("pk"))
    return Match.objects.filter(~Exists(in_play), tournament=tournament, ended_at=None)


def games_with_clocks(tournament: int) -> QuerySet[Game]:
    """Return the games of a tournament with a running clock."""
    return Game.objects.filter(IN_PLAY, move_by__isnull=False, match__tournament=tournament, match__ended_at=None)


def games_out_of_time(tournament: int, at: datetime) -> QuerySet[Game]:
    """Return the games of a tournament whose clock ran out at least a GRACE ago."""
    return games_with_clocks(tournament).filter(move_by__lte=at - GRACE)


def no_shows_in(tournament: int, at: datetime) -> list[tuple[Match, list[Entrant]]]:
    """Return matches, at least NO_SHOW_AFTER old, with the absent entrants who have not moved in the first game."""
    absent = Q(first__here_until__lte=at) | Q(second__here_until__lte=at)
    matches = counted_in_progress(tournament).filter(absent, made_at__lte=at - NO_SHOW_AFTER)
    found = []
    for match in matches.select_related("tournament", "first", "second").order_by("number"):
        for game in match.games.filter(finished_at=None, place=1):
            moves = len(VARIANTS[game.variant].split(game.record))
            unmoved = [match.first, match.second][moves:]
            if silent := [one for one in unmoved if one and one.here_until <= at]:
                found.append((match, silent))
    return found


def long_absent_in(tournament: Tournament, at: datetime) -> list[Entrant]:
    """Return the entrants of a round robin who have been absent for FORFEIT_AFTER."""
    if tournament.kind != Kind.ROUND:
        return []
    idle = tournament.entrants.filter(Q(match=None) | Q(match__second=None)).select_related("match").order_by("pk")
    return [one for one in idle if away_since(one, at - FORFEIT_AFTER)]


def is_over(tournament: Tournament, at: datetime) -> bool:
    """Return whether a running tournament must end: its games are over, and its time is up or everyone in a round
    robin, even on a break, has met everyone; after OVERTIME in any case."""
    if tournament.phase != Phase.RUNNING or tournament.ends_at is None:
        return False
    if at >= tournament.ends_at + OVERTIME:
        return True
    if counted_in_progress(tournament.pk).exists():
        return False
    if at >= tournament.ends_at:
        return True
    return tournament.kind == Kind.ROUND and len(playing_in(tournament.pk)) > 1 and not unplayed_in(tournament.pk)


def has_work(tournament: Tournament, at: datetime) -> bool:
    """Return whether anything may be due now."""
    number = tournament.pk
    return (
        free_in(number, at).count() > 1
        or unpaired_in(number, at).exists()
        or games_out_of_time(number, at).exists()
        or matches_to_continue(number, at).exists()
        or bool(no_shows_in(number, at))
        or bool(long_absent_in(tournament, at))
        or is_over(tournament, at)
    )


def next_due(tournament: Tournament, at: datetime) -> datetime | None:
    """Return when the next step is due if nothing else happens; None if nothing is scheduled."""
    number = tournament.pk
    clock = games_with_clocks(number).aggregate(first=Min("move_by"))["first"]
    waiting = free_in(number, at).filter(match=None).aggregate(first=Min("free_since"))["first"]
    made = counted_in_progress(number).filter(made_at__gt=at - NO_SHOW_AFTER).aggregate(first=Min("made_at"))["first"]
    between = _between_games(number).annotate(last=Max("games__finished_at"))
    waits = [(clock, GRACE), (waiting, COMPUTER_AFTER), (made, NO_SHOW_AFTER)]
    waits += [
        (last, LONG_BREATHER if one or other else BREATHER)
        for last, one, other in between.values_list("last", "first__more_time", "second__more_time")
    ]
    ends = [tournament.ends_at, tournament.ends_at + OVERTIME] if tournament.ends_at else []
    due = [begun + wait for begun, wait in waits if begun]
    return min([*due, *(end for end in ends if end > at)], default=None)  # past ends have been handled


# --- old tournaments


def empty_tournaments() -> QuerySet[Tournament]:
    """Return the tournaments without matches that ended more than NAMES_KEPT ago."""
    return Tournament.objects.filter(matches=None, over_at__lt=timezone.now() - NAMES_KEPT)


def abandoned_tournaments() -> QuerySet[Tournament]:
    """Return the tournaments that have waited to start, or been paused, for more than ABANDONED_AFTER."""
    long_ago = timezone.now() - ABANDONED_AFTER
    return Tournament.objects.filter(Q(phase=Phase.WAITING, created_at__lt=long_ago) | Q(paused_at__lt=long_ago))


def names_to_wipe() -> QuerySet[Entrant]:
    """Return the named entrants of tournaments that ended more than NAMES_KEPT ago, unless the host keeps names."""
    over = Tournament.objects.filter(keep_names=False, over_at__lt=timezone.now() - NAMES_KEPT)
    return Entrant.objects.filter(tournament__in=over.values("pk")).exclude(name="")
