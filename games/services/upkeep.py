"""Ends and deletes what nobody came back for."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Phase, Status, Tournament
from games.selectors.games import read_game
from games.selectors.state import State
from games.selectors.upkeep import (
    empty_tournaments,
    idle_guests,
    names_to_wipe,
    old_invites,
    old_notes,
    old_processes,
    old_sessions,
    old_sign_ins,
    old_visits,
)
from games.services.matches import break_off, minutes_at, take
from games.services.storage import advance, one_transaction, publish

DELETED_AT_ONCE = 500  # rows


@one_transaction
def expire(*, code: str) -> State:
    """Cancels an invite that still waits. Changes nothing if somebody has taken it."""
    game = read_game(code)
    if game.status != Status.WAITING:
        return State.of(game)
    advance(game, status=Status.CANCELLED)
    return publish(game)


@one_transaction
def end_forgotten_tournament(*, tournament: int) -> None:
    """Ends a tournament that waits or stands still. Changes nothing if it goes on meanwhile."""
    taken = take(pk=tournament)
    if taken.phase not in (Phase.WAITING, Phase.PAUSED):
        return
    now = timezone.now()
    for match in taken.matches.filter(ended_at=None).select_related("tournament"):
        break_off(match, now)
    minutes = minutes_at(taken, now)
    Tournament.objects.filter(pk=tournament).update(phase=Phase.OVER, over_at=now, paused_at=None, minutes=minutes)


def wipe_names() -> int:
    """Wipes the names of people in old tournaments, and returns how many. Their games and results stay."""
    return names_to_wipe().update(name="")


def forget_old_invites() -> int:
    """Deletes the invites that are over, and returns how many."""
    return _delete(old_invites())


def forget_empty_tournaments() -> int:
    """Deletes the tournaments in which nobody met anybody, and returns how many."""
    return _delete(empty_tournaments())


def forget_old_sign_ins() -> int:
    """Deletes the old wrong passwords of administrators, and returns how many."""
    return _delete(old_sign_ins())


def forget_old_notes() -> int:
    """Deletes the old notes of what administrators did, and returns how many."""
    return _delete(old_notes())


def forget_idle_guests() -> int:
    """Deletes the idle guests and returns how many. The foreign key protects a guest who has sat down meanwhile."""
    return _delete(idle_guests())


def forget_old_processes() -> int:
    """Deletes the old processes and returns how many."""
    return _delete(old_processes())


def forget_old_sessions() -> int:
    """Deletes the old sessions and returns how many."""
    return _delete(old_sessions())


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
