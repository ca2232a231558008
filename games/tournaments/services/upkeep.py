"""End abandoned tournaments, and delete old names."""

from django.utils import timezone

from games.play.services.storage import one_transaction
from games.tournaments.models import Phase, Tournament
from games.tournaments.selectors.upkeep import names_to_wipe
from games.tournaments.services.matches import break_off, lock, minutes_at


@one_transaction
def end_abandoned_tournament(*, tournament: int) -> None:
    """End a tournament that is waiting or paused. Does nothing in any other phase."""
    locked = lock(pk=tournament)
    if locked.phase not in (Phase.WAITING, Phase.PAUSED):
        return
    now = timezone.now()
    for match in locked.matches.filter(ended_at=None).select_related("tournament"):
        break_off(match, now)
    minutes = minutes_at(locked, now)
    Tournament.objects.filter(pk=tournament).update(phase=Phase.OVER, over_at=now, paused_at=None, minutes=minutes)


def wipe_names() -> int:
    """Wipe the names of entrants in old tournaments, and return their number. Games and results stay."""
    return names_to_wipe().update(name="")
