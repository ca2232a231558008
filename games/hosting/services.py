"""End and delete abandoned games, guests and sessions."""

from typing import Any

from django.db.models import QuerySet

from games.play.models import Status
from games.play.selectors.games import read_game
from games.play.selectors.state import State
from games.play.services.storage import advance, one_transaction, publish

DELETED_AT_ONCE = 500  # rows


@one_transaction
def expire(*, code: str) -> State:
    """Cancel an invite that still waits. Changes nothing if someone has accepted it."""
    game = read_game(code)
    if game.status != Status.WAITING:
        return State.of(game)
    advance(game, status=Status.CANCELLED)
    return publish(game)


def delete_in_parts(rows: QuerySet[Any]) -> int:
    """Delete unneeded rows in batches, and return their number. Moves are stored between batches, and no statement runs
    into the time limit. Foreign keys protect rows that have come into use again meanwhile, such as a guest who has
    joined a game."""
    count = 0
    while part := list(rows.values_list("pk", flat=True)[:DELETED_AT_ONCE]):
        _all, by_table = rows.filter(pk__in=part).delete()
        deleted = by_table.get(rows.model._meta.label, 0)
        count += deleted
        if not deleted:  # all of them are in use again
            break
    return count
