"""Create players, record when they were seen, and move them between devices."""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.site.models import Player
from games.site.refusals import Reason, Refused

SEEN_AGAIN = timedelta(hours=1)  # between two updates of a player's `seen_at`
DOUBLE_CLICK = timedelta(seconds=10)  # between its two requests; the second may wait for a busy server


def create_guest(*, made_by: str | None = None) -> Player:
    """Create a player. With `made_by`, a double click on the same form creates only one. `made_by` is no
    credential: after DOUBLE_CLICK it gets a new guest."""
    if made_by is None:
        return Player.objects.create(seen_at=timezone.now())
    Player.objects.filter(made_by=made_by, created_at__lt=timezone.now() - DOUBLE_CLICK).update(made_by=None)
    return Player.objects.get_or_create(made_by=made_by, defaults={"seen_at": timezone.now()})[0]


def note_seen(players: Collection[int]) -> None:
    """Record that these players are here now, unless that was recorded within SEEN_AGAIN."""
    now = timezone.now()
    outdated = Q(seen_at=None) | Q(seen_at__lt=now - SEEN_AGAIN)
    Player.objects.filter(outdated, pk__in=players).update(seen_at=now)


@transaction.atomic
def carry_over(*, player: int, carried: int) -> Player:
    """Use up a link, with the number `carried`, that moves a player to another device, and return the player. Raises
    Refused if the link has been used or the player is gone."""
    if not Player.objects.filter(pk=player, carried=carried).update(carried=carried + 1):
        raise Refused(Reason.LINK_OVER)
    return Player.objects.get(pk=player)
