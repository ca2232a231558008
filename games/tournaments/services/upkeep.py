"""End abandoned tournaments, and delete old names."""

from django.utils import timezone

from games.play.services.storage import one_transaction
from games.tournaments.models import Phase, Tournament
from games.tournaments.selectors.upkeep import names_to_wipe
from games.tournaments.services.matches import break_off, minutes_at, take


@one_transaction
def end_forgotten_tournament(*, tournament: int) -> None:
    """End a waiting or paused tournament. Does nothing if it has resumed meanwhile."""
    taken = take(pk=tournament)
    if taken.phase not in (Phase.WAITING, Phase.PAUSED):
        return
    now = timezone.now()
    for match in taken.matches.filter(ended_at=None).select_related("tournament"):
        break_off(match, now)
    minutes = minutes_at(taken, now)
    Tournament.objects.filter(pk=tournament).update(phase=Phase.OVER, over_at=now, paused_at=None, minutes=minutes)


def wipe_names() -> int:
    """Wipe the names of entrants in old tournaments, and return how many. Their games and results stay."""
    return names_to_wipe().update(name="")
