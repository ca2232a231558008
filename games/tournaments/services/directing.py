"""The actions of a tournament's director, each in one short transaction (`at` is the current time). Each is safe under
two directors: it locks the tournament and decides on the stored state."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q

from games.engine.position import Termination
from games.engine.variants import VARIANTS
from games.play.models import Ended, Game, Status
from games.play.selectors.games import read_game
from games.play.selectors.state import State
from games.play.services.storage import Overtaken, end_early, one_transaction
from games.tournaments.models import Entrant, Kind, Match, Phase, Standing, Tournament
from games.tournaments.selectors.due import (
    free_in,
    games_out_of_time,
    is_over,
    long_absent_in,
    matches_to_continue,
    no_shows_in,
    unpaired_in,
)
from games.tournaments.selectors.endings import Ending
from games.tournaments.selectors.matches import meetings_in
from games.tournaments.selectors.tournaments import GRACE
from games.tournaments.services import matches

logger = logging.getLogger(__name__)

DIRECTED: Final = Q(phase=Phase.RUNNING) | Q(phase=Phase.OVER, ending__isnull=True)  # those that need a director
LEASE: Final = timedelta(seconds=3)
DIRECTOR_GAP: Final = timedelta(seconds=10)  # time without a director after which even the same one restarts all clocks
MATCHES_AT_ONCE: Final = 25  # per transaction, so that moves can be stored in between
MAX_LAPSES: Final = 2  # timeouts in a row, before an entrant is put on a break


@one_transaction
def hold(*, tournament: int, director: str, at: datetime) -> bool:
    """Take the lease of a tournament, and return whether this director holds it. Restarts all clocks if another
    director vanished or nobody held it for DIRECTOR_GAP: perhaps nobody could move."""
    found = Tournament.objects.filter(DIRECTED, pk=tournament)
    free = Q(director=director) | Q(directed_until=None) | Q(directed_until__lt=at)
    known = found.first()
    if known is None or not found.filter(free).update(director=director, directed_until=at + LEASE):
        return False
    gap = at - (known.directed_until or at)
    vanished = gap > timedelta() and known.director != director
    if known.phase == Phase.RUNNING and (vanished or gap > DIRECTOR_GAP):
        matches.restart_clocks(matches.lock(pk=tournament), at)
    return True


@one_transaction
def renew(*, director: str, at: datetime) -> set[int]:
    """Renew a director's leases, and return the ids of their tournaments."""
    held = Tournament.objects.filter(DIRECTED, director=director, directed_until__gte=at)
    held.update(directed_until=at + LEASE)
    return set(held.values_list("pk", flat=True))


@contextmanager
def _isolated(match: Match, at: datetime) -> Iterator[None]:
    """Keep a failing match from stopping the others: roll back, log the error once, and end the match."""
    try:
        with transaction.atomic():
            yield
    except (OperationalError, InterfaceError, Overtaken):
        raise  # the database failed, not the match; the next step retries
    except Exception:
        logger.exception("match %s of tournament %s failed, and was ended", match.number, match.tournament_id)
        matches.lock(pk=match.tournament_id)
        matches.end(match, at)


def _lock_open(tournament: int, at: datetime) -> Tournament | None:
    """Lock a tournament and return it, if it is running and has time for new games."""
    locked = matches.lock(pk=tournament)
    return locked if locked.phase == Phase.RUNNING and matches.has_time_for_games(locked, at) else None


def call_time(*, tournament: int, at: datetime) -> None:
    """End the games whose clocks ran out a GRACE ago. Late moves gain nothing from it, because the time of a move is
    when the server received it."""
    due = games_out_of_time(tournament, at).order_by("move_by", "pk")
    for game in due.select_related("match")[:MATCHES_AT_ONCE]:
        assert game.match
        _call_time(code=game.code, match=game.match, at=at)


@one_transaction
def _call_time(*, code: str, match: Match, at: datetime) -> None:
    game = read_game(code)
    if game.status != Status.STARTED or game.move_by is None or game.move_by + GRACE > at:
        return
    with _isolated(match, at):
        end_early(game, State.of(game).position.turn.other, Termination.TIME)


@one_transaction
def settle(*, tournament: int, at: datetime) -> None:
    """Continue matches whose game ended a BREATHER ago, or end them. Does nothing during a pause."""
    if not matches_to_continue(tournament, at).exists():
        return
    locked = matches.lock(pk=tournament)
    if locked.phase != Phase.RUNNING:
        return
    for match in matches_to_continue(tournament, at).prefetch_related("games__seats")[:MATCHES_AT_ONCE]:
        match.tournament = locked
        with _isolated(match, at):
            _settle_match(match, at)


def _settle_match(match: Match, at: datetime) -> None:
    """Start the second game of a match if it is due, else end the match."""
    if match.second is None:
        matches.end(match, at)
        return
    games = sorted(match.games.all(), key=lambda game: game.place or 0)
    aside = [one for one in (match.first, match.second) if _count_lapse(one, games[-1])]
    more = len(games) == 1 and matches.has_time_for_games(match.tournament, at)
    if aside and more and match.tournament.kind == Kind.ROUND:
        matches.forfeit(match, aside[0], at)
    if more and not aside:
        matches.begin_games([match], 2, at)
    else:
        matches.end(match, at)
    for entrant in aside:
        Entrant.objects.filter(pk=entrant.pk, match=None).update(standing=Standing.ASIDE)


def _count_lapse(entrant: Entrant, game: Game) -> bool:
    """Update an entrant's count of timeouts in a row, and return whether it puts them on a break. Only a move resets
    the count, because two absent players can win against each other on time."""
    [mark] = [seat.mark for seat in game.seated if seat.player_id == entrant.player_id]
    variant = VARIANTS[game.variant]
    moved = len(variant.split(game.record)) > (mark != variant.position(game.start).turn)
    lapsed = game.ended == Ended.TIME and game.winner != mark
    lapses = entrant.lapses + 1 if lapsed else 0 if moved else entrant.lapses
    if lapses != entrant.lapses:
        entrant.lapses = lapses
        entrant.save(update_fields=["lapses"])
    return lapses >= MAX_LAPSES


@one_transaction
def call_off(*, tournament: int, at: datetime) -> None:
    """Call off matches in which a player did not show up, unless the time is up."""
    if no_shows_in(tournament, at) and _lock_open(tournament, at):
        for match, absent in no_shows_in(tournament, at)[:MATCHES_AT_ONCE]:
            matches.call_off(match, absent, at)


@one_transaction
def forfeit_absent(*, tournament: int, at: datetime) -> None:
    """Forfeit the remaining games of entrants who have been absent from a round robin for too long."""
    if long_absent_in(Tournament.objects.get(pk=tournament), at) and (locked := _lock_open(tournament, at)):
        for entrant in long_absent_in(locked, at):
            matches.drop(locked, entrant, Standing.LEFT, at)


@one_transaction
def pair(*, tournament: int, pairs: Sequence[tuple[int, int]], at: datetime) -> int:
    """Start matches between these entrants, and return their number. Breaks off their games against computer players.
    Skips entrants who are no longer free or present, and in a round robin pairs that have met."""
    locked = _lock_open(tournament, at)
    if locked is None:
        return 0
    free = {one.pk: one for one in free_in(tournament, at).filter(pk__in=[one for pair in pairs for one in pair])}
    met = meetings_in(tournament) if locked.kind == Kind.ROUND else {}
    new = [pair for pair in pairs if frozenset(pair) not in met]
    fitting = [(free[one], free[other]) for one, other in new if one in free and other in free]
    for entrant in [one for pair in fitting for one in pair]:
        if entrant.match:
            with _isolated(entrant.match, at):
                matches.break_off(entrant.match, at)
    if fitting:
        matches.begin(locked, fitting, at)
    return len(fitting)


@one_transaction
def start_computer_games(*, tournament: int, at: datetime) -> None:
    """Start a game against a computer for every entrant left unpaired."""
    if unpaired_in(tournament, at).exists() and (locked := _lock_open(tournament, at)):
        for entrant in unpaired_in(tournament, at)[:MATCHES_AT_ONCE]:
            matches.start_computer_game(locked, entrant, at)


@one_transaction
def finish(*, tournament: int, at: datetime) -> None:
    """End a tournament if everyone has met everyone, or if its time is up and its games are over. After OVERTIME,
    games in progress become draws, at most MATCHES_AT_ONCE per call."""
    if not is_over(Tournament.objects.get(pk=tournament), at):
        return
    locked = matches.lock(pk=tournament)
    if not is_over(locked, at):
        return
    under_way = Match.objects.filter(tournament=tournament, ended_at=None)
    for match in under_way.select_related("tournament").order_by("pk")[:MATCHES_AT_ONCE]:
        with _isolated(match, at):
            matches.break_off(match, at)
    if under_way.exists():
        return
    minutes = matches.minutes_at(locked, at)  # fewer than planned if a round robin finished early
    Tournament.objects.filter(pk=tournament).update(phase=Phase.OVER, over_at=at, minutes=minutes)


@one_transaction
def store_ending(*, tournament: int, ending: Ending) -> None:
    """Store the ending of a finished tournament, unless it has one, and notify its pages."""
    over = Tournament.objects.filter(pk=tournament, phase=Phase.OVER, ending__isnull=True)
    if over.update(ending=ending.as_json()):
        matches.lock(pk=tournament)
