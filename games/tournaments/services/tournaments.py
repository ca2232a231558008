"""The actions of a tournament's host and participants. Hosts' actions raise Tournament.DoesNotExist for an unknown key,
players' actions for an unknown code."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from games.engine.classic import CLASSIC
from games.engine.variant import Variant
from games.play.models import Game
from games.play.services.storage import one_transaction
from games.site import limits
from games.site.models import Player
from games.site.refusals import Reason, Refused
from games.tournaments.models import (
    MAX_EXTENDED_MINUTES,
    MAX_MINUTES,
    MIN_MINUTES,
    MOVE_SECONDS,
    Entrant,
    Kind,
    Phase,
    Standing,
    Starts,
    Tournament,
    new_entry,
)
from games.tournaments.selectors.due import free_in
from games.tournaments.selectors.matches import never_moved_in, playing_in
from games.tournaments.selectors.tournaments import OVERTIME, PRESENCE_LASTS
from games.tournaments.services.matches import (
    drawn_starts,
    drop,
    entrant_of,
    lock,
    minutes_at,
    restart_absences,
    restart_clocks,
    set_clocks,
)
from games.tournaments.services.names import check_name, draw_name

MAX_IN_ROUND_ROBIN = 12  # players, so 66 matches
REMOVED_AT_ONCE = 25  # entrants per transaction

# --- actions of the host


@one_transaction
def create(*, variant: Variant = CLASSIC, **settings: Any) -> Tournament:
    """Create a tournament that waits to start; `settings` are fields of Tournament. Raises Refused for an invalid
    duration or move time, or if games should start from draws and the variant has no drawn puzzles."""
    tournament = Tournament(variant=variant.key, **settings)
    if tournament.seconds not in MOVE_SECONDS:
        raise Refused(Reason.NO_SUCH_TIME)
    if not MIN_MINUTES <= tournament.minutes <= MAX_MINUTES:
        raise Refused(Reason.NOT_THAT_LONG)
    if tournament.starts == Starts.DRAWN and not drawn_starts(variant):
        raise Refused(Reason.NO_DRAWN_STARTS)
    while Tournament.objects.filter(code=tournament.code).exists():  # short codes may collide
        tournament.code = new_entry()
    tournament.save()
    return tournament


@one_transaction
def start(*, key: str) -> Tournament:
    """Start a tournament. Idempotent."""
    tournament = lock(key=key)
    if tournament.phase != Phase.WAITING:
        return tournament
    now = timezone.now()
    ends_at = now + timedelta(minutes=tournament.minutes)
    tournament.entrants.filter(standing=Standing.PRESENT).update(free_since=now)
    restart_absences(tournament, now)
    return _change(tournament, phase=Phase.RUNNING, started_at=now, ends_at=ends_at)


@one_transaction
def pause(*, key: str) -> Tournament:
    """Stop pairing and all clocks until `resume`. Idempotent."""
    tournament = _own_started(key)
    if tournament.phase == Phase.PAUSED:
        return tournament
    set_clocks(tournament, None)
    return _change(tournament, phase=Phase.PAUSED, paused_at=timezone.now())


@one_transaction
def resume(*, key: str) -> Tournament:
    """Resume after a pause: postpone the end by its length, and restart clocks. Idempotent."""
    tournament = _own_started(key)
    return tournament if tournament.phase == Phase.RUNNING else _resume(tournament)


def _resume(tournament: Tournament) -> Tournament:
    now = timezone.now()
    assert tournament.ends_at and tournament.paused_at  # by a database constraint
    restart_clocks(tournament, now)
    free_in(tournament.pk, now).update(free_since=now)
    ends_at = tournament.ends_at + (now - tournament.paused_at)
    return _change(tournament, phase=Phase.RUNNING, paused_at=None, ends_at=ends_at)


@one_transaction
def set_minutes(*, key: str, minutes: int) -> Tournament:
    """Set a tournament's total duration. Idempotent. A tournament in its last games resumes pairing. Raises Refused for
    a shorter or too long duration, or after the end."""
    tournament = lock(key=key)
    if tournament.phase == Phase.OVER:
        raise Refused(Reason.TOURNAMENT_OVER)
    if not tournament.minutes <= minutes <= MAX_EXTENDED_MINUTES:
        raise Refused(Reason.NOT_THAT_LONG)
    more = timedelta(minutes=minutes - tournament.minutes)
    if not more or tournament.ends_at is None:
        return _change(tournament, minutes=minutes)
    ends_at = max(tournament.ends_at, tournament.paused_at or timezone.now()) + more
    return _change(tournament, minutes=minutes, ends_at=ends_at)


@one_transaction
def end(*, key: str, at_once: bool = False) -> Tournament:
    """End a tournament: stop pairing, and let games in progress finish; with `at_once`, or before the start, end it
    immediately, and end games in progress as draws. Its duration becomes the time actually played. Idempotent."""
    tournament = lock(key=key)
    now = timezone.now()
    if tournament.phase == Phase.OVER:
        return tournament
    if tournament.phase == Phase.WAITING:
        return _change(tournament, phase=Phase.OVER, over_at=now, minutes=minutes_at(tournament, now))
    if tournament.phase == Phase.PAUSED:
        tournament = _resume(tournament)
    assert tournament.ends_at
    ends_at = min(tournament.ends_at, now - OVERTIME if at_once else now)
    return _change(tournament, minutes=minutes_at(tournament, now), ends_at=ends_at)


@one_transaction
def remove(*, key: str, entrant: int) -> None:
    """Remove an entrant for good; after the end, only from the standings. Raises Entrant.DoesNotExist."""
    tournament = lock(key=key)
    removed = tournament.entrants.get(pk=entrant)
    if tournament.phase == Phase.OVER:
        Entrant.objects.filter(pk=removed.pk).update(standing=Standing.REMOVED)
        Tournament.objects.filter(pk=tournament.pk).update(ending=None)  # a director recomputes it without them
    else:
        drop(tournament, removed, Standing.REMOVED, timezone.now())


@one_transaction
def forfeit_remaining(*, key: str, entrant: int) -> None:
    """Forfeit the remaining games of an entrant who holds up a round robin; they stay in the standings. Raises Refused
    if the tournament is not a round robin or not running, Entrant.DoesNotExist for an unknown entrant."""
    tournament = _own_started(key)
    if tournament.kind != Kind.ROUND:
        raise Refused(Reason.UNKNOWN_ACTION)
    drop(tournament, tournament.entrants.get(pk=entrant), Standing.LEFT, timezone.now())


@one_transaction
def set_closed(*, key: str, closed: bool) -> Tournament:
    """Close a tournament to newcomers, or reopen it. Entrants may still return."""
    return _change(lock(key=key), closed=closed)


def remove_unmoved(*, key: str) -> None:
    """Remove every entrant who has never moved. Raises Refused before the start and after the end."""
    while _remove_unmoved(key=key):
        pass


@one_transaction
def _remove_unmoved(*, key: str) -> bool:
    """Remove a batch of these entrants, so that moves can be stored in between. Return whether there may be more."""
    tournament = _own_started(key)
    unmoved = list(never_moved_in(tournament.pk)[:REMOVED_AT_ONCE])
    for entrant in unmoved:
        drop(tournament, entrant, Standing.REMOVED, timezone.now())
    return len(unmoved) == REMOVED_AT_ONCE


@one_transaction
def delete(*, key: str) -> None:
    """Delete a finished tournament with its names; the games stay with their players. Raises Refused before the end."""
    # Locks the row without `lock`, which would make pages render the deleted tournament.
    Tournament.objects.filter(key=key).update(version=F("version") + 1)
    tournament = Tournament.objects.get(key=key)
    if tournament.phase != Phase.OVER:
        raise Refused(Reason.TOURNAMENT_GOES_ON)
    games = Game.objects.filter(match__in=tournament.matches.values("pk"))
    games.update(match=None, place=None, move_by=None, version=F("version") + 1)
    tournament.delete()


# --- actions of players


@one_transaction
def join(*, code: str, player: Player, name: str = "", names: Sequence[str] = ()) -> Entrant:
    """Let a player join under a name, a random one of `names` if the tournament draws them, at any time before the end.
    An entrant who joins again keeps their name and place, and is present again. Raises Refused if the name is missing,
    taken or locked, if the player was removed or has left for good, or if the tournament is closed, full or over."""
    tournament = lock(code=code)
    entrant = tournament.entrants.filter(player=player).first()
    if entrant:
        return _come_back(tournament, entrant)
    if tournament.phase == Phase.OVER:
        raise Refused(Reason.TOURNAMENT_OVER)
    if tournament.closed:
        raise Refused(Reason.TOURNAMENT_CLOSED)
    _check_capacity(tournament)
    if tournament.drawn_in and names:
        name = draw_name(tournament.entrants.all(), names)
    elif player.name_locked and name != player.name:
        raise Refused(Reason.NAME_LOCKED)
    check_name(tournament.entrants.all(), name)
    here_until = timezone.now() + PRESENCE_LASTS
    return Entrant.objects.create(tournament=tournament, player=player, name=name, here_until=here_until)


@one_transaction
def come_back(*, code: str, player: Player | None) -> Entrant:
    """Let a player return from a break or after leaving. Raises Refused if they cannot."""
    tournament = lock(code=code)
    return _come_back(tournament, entrant_of(tournament, player))


@one_transaction
def leave(*, code: str, player: Player | None) -> None:
    """Stop pairing a player, who loses their current game. In a started round robin they cannot come back and, if they
    have met someone, lose all remaining games. Idempotent."""
    tournament = lock(code=code)
    drop(tournament, entrant_of(tournament, player), Standing.LEFT, timezone.now())


def _come_back(tournament: Tournament, entrant: Entrant) -> Entrant:
    if entrant.standing == Standing.REMOVED:
        raise Refused(Reason.REMOVED)
    if entrant.standing == Standing.PRESENT or tournament.phase == Phase.OVER:
        return entrant
    if entrant.standing == Standing.LEFT:
        if tournament.kind == Kind.ROUND and tournament.phase != Phase.WAITING:
            raise Refused(Reason.LEFT_FOR_GOOD)
        _check_capacity(tournament)
    now = timezone.now()
    entrant.standing, entrant.lapses, entrant.free_since = Standing.PRESENT, 0, now
    entrant.here_until = max(entrant.here_until, now + PRESENCE_LASTS)
    entrant.save(update_fields=["standing", "lapses", "free_since", "here_until"])
    return entrant


# --- checks


def _own_started(key: str) -> Tournament:
    """Lock and return the host's tournament. Raises Refused if it has not started or is over."""
    tournament = lock(key=key)
    if tournament.phase == Phase.WAITING:
        raise Refused(Reason.TOURNAMENT_WAITS)
    if tournament.phase == Phase.OVER:
        raise Refused(Reason.TOURNAMENT_OVER)
    return tournament


def _change(tournament: Tournament, **changes: object) -> Tournament:
    """Store changes to a locked tournament."""
    for field, value in changes.items():
        setattr(tournament, field, value)
    tournament.save(update_fields=[*changes])
    return tournament


def _check_capacity(tournament: Tournament) -> None:
    """Raise Refused if the tournament is full."""
    round_is_full = tournament.kind == Kind.ROUND and len(playing_in(tournament.pk)) >= MAX_IN_ROUND_ROBIN
    if round_is_full or tournament.entrants.count() >= limits.MAX_ENTRANTS:
        raise Refused(Reason.TOURNAMENT_FULL)
