"""Clearing up what nobody came back for."""

from datetime import timedelta
from typing import Any

from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Attendance, Game, Player, Process, Status
from games.selectors.state import State
from games.services.storage import advance, one_transaction, publish, read_game

KEPT = timedelta(days=14)
DELETED_AT_ONCE = 500  # rows


def stale_invites() -> QuerySet[Game]:
    """Invites that nobody has taken for 14 days."""
    return Game.objects.filter(status=Status.WAITING, changed_at__lt=timezone.now() - KEPT)


def idle_guests() -> QuerySet[Player]:
    """People first seen more than 14 days ago who never had a game and practised nothing."""
    old = Player.objects.filter(created_at__lt=timezone.now() - KEPT)
    return old.filter(seats=None, series=None, practice=None, days=None)


@one_transaction
def expire(*, code: str) -> State:
    """Ends an invite as its maker could. One that somebody has taken meanwhile is left as it is."""
    game = read_game(code)
    if game.status != Status.WAITING:
        return State.of(game)
    advance(game, status=Status.CANCELLED)
    return publish(game)


def forget_idle_guests() -> int:
    """Deletes them and returns how many. Whoever has sat down meanwhile is protected by their seat."""
    return _delete(idle_guests())


def old_processes() -> QuerySet[Process]:
    """Server processes gone for 14 days; with them goes who was here through them. A claim looks back 7 days."""
    return Process.objects.filter(renewed_at__lt=timezone.now() - KEPT)


def forget_old_processes() -> int:
    """Deletes them and returns how many."""
    return _delete(old_processes())


def old_sessions() -> QuerySet[Session]:
    """Sessions past their end, by which nobody is known any more."""
    return Session.objects.filter(expire_date__lt=timezone.now())


def forget_old_sessions() -> int:
    """Deletes them and returns how many."""
    return _delete(old_sessions())


def old_visits() -> QuerySet[Attendance]:
    """Visits that were over 14 days ago, through processes that may still be at work."""
    return Attendance.objects.filter(left_at__lt=timezone.now() - KEPT)


def forget_old_visits() -> int:
    """Deletes them and returns how many."""
    return _delete(old_visits())


def _delete(rows: QuerySet[Any]) -> int:
    """A part at a time, so that whoever plays can write in between, and no statement takes longer than one may."""
    count = 0
    while part := list(rows.values_list("pk", flat=True)[:DELETED_AT_ONCE]):
        _all, by_table = rows.filter(pk__in=part).delete()
        deleted = by_table.get(rows.model._meta.label, 0)
        count += deleted
        if not deleted:  # all of them are in use again
            break
    return count
