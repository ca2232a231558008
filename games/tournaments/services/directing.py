"""The actions of a tournament's director, each in one short transaction: see tournaments/director.py.

Each may be done by two directors at once, or again: it decides on the stored state, with the tournament locked, and
leaves out what others have already done. `at` is the time it is now.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q

from games.engine.variants import VARIANTS
from games.play.models import Ended, Game
from games.play.services.storage import Overtaken, one_transaction
from games.tournaments.models import Entrant, Kind, Match, Phase, Standing, Starts, Tournament
from games.tournaments.selectors.absence import long_absent_in, silent_in
from games.tournaments.selectors.endings import Ending
from games.tournaments.selectors.tournaments import (
    LAST_GAMES,
    everyone_has_met,
    free_in,
    games_out_of_time,
    left_over,
    matches_to_go_on_with,
    meetings_in,
    plays_on,
)
from games.tournaments.services import matches

logger = logging.getLogger(__name__)

DIRECTED: Final = ~Q(phase=Phase.OVER) | Q(ending__isnull=True)  # tournaments that still need a director
LEASE: Final = timedelta(seconds=3)
DIRECTOR_GAP: Final = timedelta(seconds=10)  # without a director, until the same one gives each move its time again
MATCHES_AT_ONCE: Final = 25  # matches in one transaction: moves are stored between two
MOST_LAPSES: Final = 2  # in a row, until someone is set aside


def prepare(tournament: Tournament) -> None:
    """Work out where the games of a tournament may start, once in each process: it takes some tenths of a second, for
    which no transaction is to wait."""
    if tournament.starts == Starts.DRAWN:
        matches.drawn_starts(VARIANTS[tournament.variant])


@one_transaction
def hold(*, tournament: int, director: str, at: datetime) -> bool:
    """Take the lease of a tournament. Return whether this director holds it.

    After another one that is gone, or if nobody has held it for DIRECTOR_GAP, no player could have been sure to
    move in time: then each move has its whole time again. A director that is only slow takes nothing from the clocks.
    """
    found = Tournament.objects.filter(DIRECTED, pk=tournament)
    known = found.first()
    if known is None or not found.filter(
        Q(director=director) | Q(directed_until=None) | Q(directed_until__lt=at)
    ).update(director=director, directed_until=at + LEASE):
        return False
    nobody = at - (known.directed_until or at)
    gone = nobody > timedelta() and known.director != director
    if known.phase == Phase.RUNNING and (gone or nobody > DIRECTOR_GAP):
        matches.wind_clocks(matches.take(pk=tournament), at)
    return True


@one_transaction
def renew(*, director: str, at: datetime) -> set[int]:
    """Renew the leases that a director still holds, and return the numbers of their tournaments."""
    held = Tournament.objects.filter(
        DIRECTED, phase__in=[Phase.RUNNING, Phase.OVER], director=director, directed_until__gte=at
    )
    held.update(directed_until=at + LEASE)
    return set(held.values_list("pk", flat=True))


@contextmanager
def _isolated(match: Match, at: datetime) -> Iterator[None]:
    """Keep a match that fails from stopping the others: undo what was begun, log it, and end the match as it stands.

    Its players are then free. Nothing looks at a match that has ended, so it is logged once.
    """
    try:
        with transaction.atomic():
            yield
    except (OperationalError, InterfaceError, Overtaken):
        raise  # the match is not at fault: all is tried again
    except Exception:
        logger.exception("match %s of tournament %s failed, and was ended", match.number, match.tournament_id)
        matches.take(pk=match.tournament_id)
        matches.end(match, at)


def call_time(*, tournament: int, at: datetime) -> None:
    """End the games whose clocks ran out a GRACE ago.

    Moves are judged by when they were received, so a late one gains nothing by the GRACE.
    """
    due = games_out_of_time(tournament, at).order_by("move_by", "pk")
    for game in due.select_related("match")[:MATCHES_AT_ONCE]:
        assert game.match
        _call_time(code=game.code, match=game.match, at=at)


@one_transaction
def _call_time(*, code: str, match: Match, at: datetime) -> None:
    with _isolated(match, at):
        matches.call_time(code, at)


@one_transaction
def settle(*, tournament: int, at: datetime) -> None:
    """Go on with the matches whose game has ended a BREATHER ago: begins the second game, or ends the match. Sets
    those aside who have let two clocks run out in a row. In a pause nothing goes on."""
    if not matches_to_go_on_with(tournament, at).exists():
        return
    taken = matches.take(pk=tournament)
    if taken.phase != Phase.RUNNING:
        return
    for match in matches_to_go_on_with(tournament, at).prefetch_related("games__seats")[:MATCHES_AT_ONCE]:
        match.tournament = taken
        with _isolated(match, at):
            if _goes_on(match, at):
                matches.begin_games(taken, [match], 2, at)


def _goes_on(match: Match, at: datetime) -> bool:
    """End a match if it is over, and return whether its second game is due."""
    if match.second is None:
        matches.end(match, at)
        return False
    games = sorted(match.games.all(), key=lambda game: game.place or 0)
    aside = [one for one in (match.first, match.second) if _count_lapse(one, games[-1])]
    more = len(games) == 1 and matches.still_begins(match.tournament, at)
    if aside and more and match.tournament.kind == Kind.ROUND:
        matches.forfeit(match, aside[0], at)
    if aside or not more:
        matches.end(match, at)
    for entrant in aside:
        Entrant.objects.filter(pk=entrant.pk, match=None).update(standing=Standing.ASIDE)
    return more and not aside


def _count_lapse(entrant: Entrant, game: Game) -> bool:
    """Notes whether someone has let the clock of a game run out. Returns whether they are to be set aside.

    A game without a move does not reset the count of missed games. Two who are away may win against each other.
    """
    [mark] = [seat.mark for seat in game.seated if seat.player_id == entrant.player_id]
    variant = VARIANTS[game.variant]
    moved = len(variant.split(game.record)) > (mark != variant.position(game.start).turn)
    lapsed = game.ended == Ended.TIME and game.winner != mark
    lapses = entrant.lapses + 1 if lapsed else 0 if moved else entrant.lapses
    if lapses != entrant.lapses:
        entrant.lapses = lapses
        entrant.save(update_fields=["lapses"])
    return lapses >= MOST_LAPSES


@one_transaction
def call_off(*, tournament: int, at: datetime) -> None:
    """Release those whose opponent has not come to their match. After the end nothing is called off."""
    if not silent_in(tournament, at):
        return
    taken = matches.take(pk=tournament)
    if taken.phase == Phase.RUNNING and matches.still_begins(taken, at):
        for match, absent in silent_in(tournament, at)[:MATCHES_AT_ONCE]:
            matches.call_off(match, absent, at)


@one_transaction
def forfeit_absent(*, tournament: int, at: datetime) -> None:
    """End the remaining games of absent entrants in a round robin as lost."""
    if not long_absent_in(Tournament.objects.get(pk=tournament), at):
        return
    taken = matches.take(pk=tournament)
    if taken.phase == Phase.RUNNING and matches.still_begins(taken, at):
        for entrant in long_absent_in(taken, at):
            matches.drop(taken, entrant, Standing.LEFT, at)


@one_transaction
def pair(*, tournament: int, pairs: Sequence[tuple[int, int]], at: datetime) -> int:
    """Begin matches between these entrants, and return how many. A game of one of them against a computer player is
    broken off. Leaves out who is not free any more, or not here, and where everyone meets everyone once, who have
    met."""
    taken = matches.take(pk=tournament)
    if taken.phase != Phase.RUNNING or not matches.still_begins(taken, at):
        return 0
    free = {one.pk: one for one in free_in(tournament, at).filter(pk__in=[one for pair in pairs for one in pair])}
    met = meetings_in(tournament) if taken.kind == Kind.ROUND else {}
    new = [pair for pair in pairs if frozenset(pair) not in met]
    fitting = [(free[one], free[other]) for one, other in new if one in free and other in free]
    for entrant in [one for pair in fitting for one in pair]:
        if entrant.match:
            with _isolated(entrant.match, at):
                matches.break_off(entrant.match, at)
    if fitting:
        matches.begin(taken, fitting, at)
    return len(fitting)


@one_transaction
def entertain(*, tournament: int, at: datetime) -> None:
    """Give everyone who is left over a computer player to play meanwhile."""
    if not left_over(tournament, at).exists():
        return
    taken = matches.take(pk=tournament)
    if taken.phase == Phase.RUNNING and matches.still_begins(taken, at):
        for entrant in left_over(tournament, at)[:MATCHES_AT_ONCE]:
            matches.entertain(taken, entrant, at)


@one_transaction
def finish(*, tournament: int, at: datetime) -> None:
    """End a tournament if it is time: its end has come and the games under way are over, or had LAST_GAMES for it, and
    then count as draws; or everyone has met everyone. It stops after MATCHES_AT_ONCE of them, and
    the next call continues.
    """
    if not _is_over(Tournament.objects.get(pk=tournament), at):
        return
    taken = matches.take(pk=tournament)
    if not _is_over(taken, at):
        return
    under_way = Match.objects.filter(tournament=tournament, ended_at=None)
    for match in under_way.select_related("tournament").order_by("pk")[:MATCHES_AT_ONCE]:
        with _isolated(match, at):
            matches.break_off(match, at)
    if under_way.exists():
        return
    minutes = matches.minutes_at(taken, at)  # fewer than planned where everyone has met everyone
    Tournament.objects.filter(pk=tournament).update(phase=Phase.OVER, over_at=at, minutes=minutes)


@one_transaction
def store_ending(*, tournament: int, ending: Ending) -> None:
    """Store the ending of a finished tournament and tell its pages. Do nothing if it has one already."""
    over = Tournament.objects.filter(pk=tournament, phase=Phase.OVER, ending__isnull=True)
    if over.update(ending=ending.as_json()):
        matches.take(pk=tournament)


def _is_over(tournament: Tournament, at: datetime) -> bool:
    if tournament.phase != Phase.RUNNING or tournament.ends_at is None:
        return False
    if at < tournament.ends_at:
        return everyone_has_met(tournament)
    return at >= tournament.ends_at + LAST_GAMES or not plays_on(tournament.pk)
