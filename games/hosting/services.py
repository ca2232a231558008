"""End and delete abandoned games, guests and sessions, and share the daily run among the processes."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet

from games.hosting.models import DailyRun
from games.play.models import Status
from games.play.selectors.games import read_game
from games.play.selectors.state import State
from games.play.services.storage import advance, one_transaction, publish

DELETED_AT_ONCE = 500  # rows per transaction
LEASE: Final = timedelta(hours=1)  # of a daily run; a failed one is repeated after this
RUN_ID: Final = 1  # of the only DailyRun


@one_transaction
def expire(*, code: str) -> State:
    """Cancel an open invite. Does nothing if someone has accepted it."""
    game = read_game(code)
    if game.status != Status.WAITING:
        return State.of(game)
    advance(game, status=Status.CANCELLED)
    return publish(game)


def delete_in_parts(rows: QuerySet[Any]) -> int:
    """Delete unneeded rows in batches, and return their number. Moves can be stored between batches, and no statement
    exceeds the time limit. Foreign keys protect rows that are in use again, such as a guest who has joined a game."""
    count = 0
    while part := list(rows.values_list("pk", flat=True)[:DELETED_AT_ONCE]):
        _all, by_table = rows.filter(pk__in=part).delete()
        deleted = by_table.get(rows.model._meta.label, 0)
        count += deleted
        if not deleted:  # all are in use again
            break
    return count


def take_daily_run(*, due: datetime, at: datetime) -> bool:
    """Take the lease of the daily run. Return False if the run has succeeded since `due` or the lease is taken."""
    found = DailyRun.objects.filter(
        Q(succeeded_at=None) | Q(succeeded_at__lt=due), Q(leased_until=None) | Q(leased_until__lte=at), pk=RUN_ID
    )
    if not found.exists() and DailyRun.objects.filter(pk=RUN_ID).exists():
        return False  # without taking SQLite's write lock
    with transaction.atomic():
        DailyRun.objects.get_or_create(pk=RUN_ID)
        return bool(found.update(leased_until=at + LEASE))


@transaction.atomic
def finish_daily_run(*, at: datetime) -> None:
    """Record that the daily run has succeeded, and end its lease."""
    DailyRun.objects.filter(pk=RUN_ID).update(succeeded_at=at, leased_until=None)


@transaction.atomic
def record_tidying(*, at: datetime) -> None:
    """Record that `manage.py tidy` has succeeded."""
    DailyRun.objects.update_or_create(pk=RUN_ID, defaults={"tidied_at": at})
