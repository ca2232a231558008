"""Ends and deletes what nobody came back for."""

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
    """Players first seen more than 14 days ago who never had a game or a series and did no exercise."""
    old = Player.objects.filter(created_at__lt=timezone.now() - KEPT)
    return old.filter(seats=None, series=None, practice=None, days=None)


@one_transaction
def expire(*, code: str) -> State:
    """Cancels an invite that still waits. Changes nothing if somebody has taken it."""
    game = read_game(code)
    if game.status != Status.WAITING:
        return State.of(game)
    advance(game, status=Status.CANCELLED)
    return publish(game)


def forget_idle_guests() -> int:
    """Deletes the idle guests and returns how many. The foreign key protects a guest who has sat down meanwhile."""
    return _delete(idle_guests())


def old_processes() -> QuerySet[Process]:
    """Server processes not renewed for 14 days. Deleting them deletes their visits too; a claim looks back only 7
    days."""
    return Process.objects.filter(renewed_at__lt=timezone.now() - KEPT)


def forget_old_processes() -> int:
    """Deletes the old processes and returns how many."""
    return _delete(old_processes())


def old_sessions() -> QuerySet[Session]:
    """Expired sessions, by which nobody is known any more."""
    return Session.objects.filter(expire_date__lt=timezone.now())


def forget_old_sessions() -> int:
    """Deletes the old sessions and returns how many."""
    return _delete(old_sessions())


def old_visits() -> QuerySet[Attendance]:
    """Visits that ended more than 14 days ago. Those of dead processes go with the process."""
    return Attendance.objects.filter(left_at__lt=timezone.now() - KEPT)


def forget_old_visits() -> int:
    """Deletes the old visits and returns how many."""
    return _delete(old_visits())


def _delete(rows: QuerySet[Any]) -> int:
    """Deletes rows in parts and returns how many, so that moves are stored in between and no statement runs into the
    time limit."""
    count = 0
    while part := list(rows.values_list("pk", flat=True)[:DELETED_AT_ONCE]):
        _all, by_table = rows.filter(pk__in=part).delete()
        deleted = by_table.get(rows.model._meta.label, 0)
        count += deleted
        if not deleted:  # all of them are in use again
            break
    return count
