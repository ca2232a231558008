"""The actions of a tournament's host and participants.

The tournament's key identifies the host. Hosts' actions raise Tournament.DoesNotExist for an unknown key, players'
actions for an unknown code.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import count
from secrets import SystemRandom

from django.db.models import F, Value
from django.db.models.functions import Lower
from django.utils import timezone

from games.engine.classic import CLASSIC
from games.engine.variant import Variant
from games.play.models import Game
from games.play.services.storage import one_transaction
from games.site import limits
from games.site.models import Player
from games.site.names import as_seen
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
from games.tournaments.selectors.absence import PRESENCE_LASTS, never_moved_in
from games.tournaments.selectors.tournaments import IN_PLAY, OVERTIME, free_in, playing_in
from games.tournaments.services.matches import (
    drawn_starts,
    drop,
    entrant_of,
    leaves_for_good,
    lock,
    minutes_at,
    restart_absences,
    restart_clocks,
    stop_clocks,
    update_games,
)

MAX_IN_ROUND_ROBIN = 12  # players, so 66 matches
REMOVED_AT_ONCE = 25  # entrants per transaction

# --- actions of the host


@one_transaction
def create(
    *,
    title: str = "",
    variant: Variant = CLASSIC,
    kind: Kind = Kind.ARENA,
    starts: Starts = Starts.EMPTY,
    seconds: int = 30,
    minutes: int = 20,
    keep_names: bool = False,
    drawn_in: str = "",
) -> Tournament:
    """Create a tournament that waits to start. With `drawn_in`, entrants get random names in that language.

    Raises Refused for an invalid duration or move time, or if games should start from draws and the variant has no
    drawn puzzles.
    """
    if seconds not in MOVE_SECONDS:
        raise Refused(Reason.NO_SUCH_TIME)
    if not MIN_MINUTES <= minutes <= MAX_MINUTES:
        raise Refused(Reason.NOT_THAT_LONG)
    if starts == Starts.DRAWN and not drawn_starts(variant):
        raise Refused(Reason.NO_DRAWN_STARTS)
    return Tournament.objects.create(
        code=_new_code(),
        title=title,
        variant=variant.key,
        kind=kind,
        starts=starts,
        seconds=seconds,
        minutes=minutes,
        keep_names=keep_names,
        drawn_in=drawn_in,
    )


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
    stop_clocks(tournament)
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
    Entrant.objects.filter(pk__in=free_in(tournament.pk, now).order_by().values("pk")).update(free_since=now)
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
    """Remove an entrant from a tournament for good. After the end this only removes them from the standings.
    Idempotent. Raises Entrant.DoesNotExist."""
    tournament = lock(key=key)
    removed = tournament.entrants.get(pk=entrant)
    if tournament.phase == Phase.OVER:
        Entrant.objects.filter(pk=removed.pk).update(standing=Standing.REMOVED)
        Tournament.objects.filter(pk=tournament.pk).update(ending=None)  # a director recomputes it without them
    else:
        take_out(tournament, removed, Standing.REMOVED)


@one_transaction
def forfeit_remaining(*, key: str, entrant: int) -> None:
    """Forfeit the remaining games of an entrant who holds up a round robin; they stay in the standings. Raises Refused
    if the tournament is not a round robin or not running, Entrant.DoesNotExist for an unknown entrant."""
    tournament = _own_started(key)
    if tournament.kind != Kind.ROUND:
        raise Refused(Reason.UNKNOWN_ACTION)
    take_out(tournament, tournament.entrants.get(pk=entrant), Standing.LEFT)


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
        take_out(tournament, entrant, Standing.REMOVED)
    return len(unmoved) == REMOVED_AT_ONCE


@one_transaction
def rename(*, key: str, entrant: int, name: str) -> None:
    """Rename an entrant. Raises Refused if the name is missing or taken, Entrant.DoesNotExist for an unknown
    entrant."""
    tournament = lock(key=key)
    renamed = tournament.entrants.get(pk=entrant)
    _check_name(tournament, name, but=renamed)
    Entrant.objects.filter(pk=entrant).update(name=name)
    update_games(Game.objects.filter(IN_PLAY, match=renamed.match_id, match__isnull=False))


@one_transaction
def give_names(*, key: str, names: Sequence[str], language: str) -> None:
    """Give every entrant a random one of these names, which are in `language`. Latecomers get one too."""
    tournament = _change(lock(key=key), drawn_in=language)
    entrants = list(tournament.entrants.order_by("pk"))
    for entrant, name in zip(entrants, _shuffled(names), strict=False):
        entrant.name = name
    tournament.entrants.update(name="")  # clear first, because a new name may still be someone else's
    Entrant.objects.bulk_update(entrants, ["name"])
    update_games(Game.objects.filter(IN_PLAY, match__tournament=tournament))


@one_transaction
def delete(*, key: str) -> None:
    """Delete a finished tournament with its entrants, matches and names. Its games stay with their players. Raises
    Refused before the end."""
    # Locks the row without `lock`, which would make pages render the deleted tournament.
    Tournament.objects.filter(key=key).update(version=F("version") + 1)
    tournament = Tournament.objects.get(key=key)
    if tournament.phase != Phase.OVER:
        raise Refused(Reason.TOURNAMENT_GOES_ON)
    games = Game.objects.filter(match__in=tournament.matches.values("pk"))
    games.update(match=None, place=None, move_by=None, version=F("version") + 1)
    tournament.delete()


def _shuffled(names: Sequence[str]) -> Iterator[str]:
    """Yield the names (at least one) in random order, then again with numbers, forever."""
    drawn = SystemRandom().sample(names, len(names))
    yield from drawn
    for again in count(2):
        yield from (f"{name} {again}" for name in drawn)


# --- actions of players


@one_transaction
def join(*, code: str, player: Player, name: str = "", names: Sequence[str] = ()) -> Entrant:
    """Let a player join under a name, at any time before the end. If names are drawn, the name is a random one of
    `names` instead.

    An entrant who joins again keeps their name and place, and is present again. Raises Refused if the name is missing,
    taken or locked, if the player was removed or has left for good, or if the tournament is closed, full or over.
    """
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
        taken = {name.casefold() for name in tournament.entrants.values_list("name", flat=True)}
        name = next(drawn for drawn in _shuffled(names) if drawn.casefold() not in taken)
    elif player.name_locked and name != player.name:
        raise Refused(Reason.NAME_LOCKED)
    _check_name(tournament, name)
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
    take_out(tournament, entrant_of(tournament, player), Standing.LEFT)


def _come_back(tournament: Tournament, entrant: Entrant) -> Entrant:
    if entrant.standing == Standing.REMOVED:
        raise Refused(Reason.REMOVED)
    if entrant.standing == Standing.PRESENT or tournament.phase == Phase.OVER:
        return entrant
    if entrant.standing == Standing.LEFT and leaves_for_good(tournament):
        raise Refused(Reason.LEFT_FOR_GOOD)
    if entrant.standing == Standing.LEFT:
        _check_capacity(tournament)
    now = timezone.now()
    entrant.standing, entrant.lapses, entrant.free_since = Standing.PRESENT, 0, now
    entrant.here_until = max(entrant.here_until, now + PRESENCE_LASTS)
    entrant.save(update_fields=["standing", "lapses", "free_since", "here_until"])
    return entrant


def take_out(tournament: Tournament, entrant: Entrant, standing: Standing) -> None:
    """Stop pairing an entrant, and forfeit the games that they lose by leaving. Idempotent."""
    if entrant.standing not in (standing, Standing.REMOVED) and tournament.phase != Phase.OVER:
        drop(tournament, entrant, standing, timezone.now())


# --- checks


def _new_code() -> str:
    """Return an unused code; short codes may collide."""
    while Tournament.objects.filter(code=(code := new_entry())).exists():
        pass
    return code


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
    if tournament.kind == Kind.ROUND and len(playing_in(tournament.pk)) >= MAX_IN_ROUND_ROBIN:
        raise Refused(Reason.TOURNAMENT_FULL)
    if tournament.entrants.count() >= limits.MAX_ENTRANTS:
        raise Refused(Reason.TOURNAMENT_FULL)


def _check_name(tournament: Tournament, name: str, but: Entrant | None = None) -> None:
    if not name:
        raise Refused(Reason.NO_NAME)
    others = tournament.entrants.exclude(pk=but.pk) if but else tournament.entrants.all()
    seen = as_seen(name)
    if any(as_seen(other) == seen for other in others.values_list("name", flat=True)):
        raise Refused(Reason.NAME_TAKEN)
    # PostgreSQL's lower() treats some letters as equal that Python does not: "İrem" and "irem".
    if others.alias(lower=Lower("name")).filter(lower=Lower(Value(name))).exists():
        raise Refused(Reason.NAME_TAKEN)
