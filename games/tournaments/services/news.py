"""Publish news of tournaments, and record presence."""

from collections.abc import Collection
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from games.play import news
from games.tournaments.models import Entrant, Phase
from games.tournaments.selectors.tournaments import DIRECTORS, Change, room_of


def publish_change(code: str) -> None:
    """Notify a tournament's room and the directors of a change, after the outermost commit."""
    for room in (room_of(code), DIRECTORS):
        transaction.on_commit(partial(news.publish, room, "tournament", Change(code)), robust=True)


@transaction.atomic
def record_presence(*, code: str, players: Collection[int], until: datetime) -> None:
    """Record that these players are present until this time, unless another record extends it. Notifies the room if one
    of them was absent. Skips locked rows instead of waiting, because another record follows soon."""
    entrants = Entrant.objects.filter(player__in=players, tournament__code=code).exclude(tournament__phase=Phase.OVER)
    found = list(entrants.select_for_update(of=("self",), skip_locked=True))
    Entrant.objects.filter(pk__in=[one.pk for one in found]).update(here_until=until)
    if any(one.here_until <= timezone.now() for one in found):
        publish_change(code)
