"""News of tournaments, for their pages and directors, and records of presence."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final, Self

from django.db import transaction
from django.utils import timezone

from games.play import news
from games.tournaments.models import Entrant, Phase

ROOM_PREFIX: Final = "tournament-"  # keeps rooms distinct from the codes of games
DIRECTORS: Final = "directors"  # the directors' room, which receives news of all tournaments


@dataclass(frozen=True)
class Change:
    """News of a tournament: its state has changed. Receivers read the new state."""

    code: str

    def as_message(self) -> dict[str, Any]:
        return {"code": self.code}

    @classmethod
    def from_message(cls, message: dict[str, Any]) -> Self:
        return cls(message["code"])


def room_of(code: str) -> str:
    """Return the room of a tournament."""
    return ROOM_PREFIX + code


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
