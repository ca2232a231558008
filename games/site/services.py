"""Create players, and move them from one device to another."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.site.models import Player
from games.site.refusals import Reason, Refused

TWO_CLICKS = timedelta(seconds=10)  # the second may wait for a busy server


def create_guest(*, made_by: str | None = None) -> Player:
    """Create a player. If `made_by` is given, a double click on the same form creates only one.

    It is not a credential: after TWO_CLICKS it creates a new guest.
    """
    if made_by is None:
        return Player.objects.create()
    Player.objects.filter(made_by=made_by, created_at__lt=timezone.now() - TWO_CLICKS).update(made_by=None)
    return Player.objects.get_or_create(made_by=made_by)[0]


@transaction.atomic
def carry_over(*, player: int, carried: int) -> Player:
    """Spend a link that moves a player to another device. `carried` is the number that the link contains.

    Raises Refused if the link has been spent or the player is gone.
    """
    if not Player.objects.filter(pk=player, carried=carried).update(carried=carried + 1):
        raise Refused(Reason.LINK_OVER)
    return Player.objects.get(pk=player)
