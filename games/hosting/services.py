"""Ends and deletes what nobody came back for."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.hosting.upkeep import names_to_wipe
from games.play.models import Status
from games.play.selectors.games import read_game
from games.play.selectors.state import State
from games.play.services.storage import advance, one_transaction, publish
from games.tournaments.models import Phase, Tournament
from games.tournaments.services.matches import break_off, minutes_at, take

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


def delete_in_parts(rows: QuerySet[Any]) -> int:
    """Deletes rows that nobody needs any more, and returns how many: in parts, so that moves are stored in between and
    no statement runs into the time limit. Foreign keys protect what is in use again meanwhile, like a guest who has sat
    down."""
    count = 0
    while part := list(rows.values_list("pk", flat=True)[:DELETED_AT_ONCE]):
        _all, by_table = rows.filter(pk__in=part).delete()
        deleted = by_table.get(rows.model._meta.label, 0)
        count += deleted
        if not deleted:  # all of them are in use again
            break
    return count
