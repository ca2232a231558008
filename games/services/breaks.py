"""A break that a player of a tournament takes: they are not paired until they come back, and lose nothing."""

from django.utils import timezone

from games.models import Phase, Player, Standing
from games.refusals import Reason, Refused
from games.services.matches import break_off, take
from games.services.storage import one_transaction


@one_transaction
def take_a_break(*, code: str, player: Player | None) -> None:
    """Sets a player aside. Breaks off a game against a computer. Somebody who was paired meanwhile plays that match
    first, who is not here stays away, and after the end there is nothing to rest from: then nothing changes. Raises
    Refused if they take no part."""
    tournament = take(code=code)
    entrant = tournament.entrants.select_related("match").filter(player=player).first() if player else None
    if entrant is None:
        raise Refused(Reason.NOT_ENTERED)
    if entrant.standing != Standing.PRESENT or tournament.phase == Phase.OVER:
        return
    if entrant.match and entrant.match.second_id:
        return
    if entrant.match:
        break_off(entrant.match, timezone.now())
    entrant.standing, entrant.match = Standing.ASIDE, None
    entrant.save(update_fields=["standing", "match"])
