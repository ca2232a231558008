"""Entrants' breaks and extra time. An entrant on a break is not paired and loses nothing. After each match they have a
short time to review it, during which `Entrant.free_since` is in the future."""

from django.utils import timezone

from games.play.services.storage import one_transaction
from games.site.models import Player
from games.tournaments.models import Entrant, Phase, Standing
from games.tournaments.services.matches import break_off, entrant_of, lock


@one_transaction
def take_a_break(*, code: str, player: Player | None) -> None:
    """Put a player on a break, and break off their game against a computer. Does nothing if they have just been paired,
    are on a break or have left, or after the end. Raises Refused if they do not take part."""
    tournament = lock(code=code)
    entrant = entrant_of(tournament, player)
    if entrant.standing != Standing.PRESENT or tournament.phase == Phase.OVER:
        return
    if entrant.match and entrant.match.second_id:
        return
    now = timezone.now()
    if entrant.match:
        break_off(entrant.match, now)
    entrant.standing, entrant.match, entrant.free_since = Standing.ASIDE, None, now
    entrant.save(update_fields=["standing", "match", "free_since"])


@one_transaction
def be_ready(*, code: str, player: Player | None) -> None:
    """End a player's review of their last match early. Raises Refused if they do not take part."""
    entrant = entrant_of(lock(code=code), player)
    if entrant.free_since > (now := timezone.now()):
        entrant.free_since = now
        entrant.save(update_fields=["free_since"])


@one_transaction
def ask_for_more_time(*, code: str, player: Player | None) -> None:
    """Give a player more time, from their next move on. Idempotent. Does nothing for a removed player or after the end.
    Raises Refused if they do not take part."""
    tournament = lock(code=code)
    entrant = entrant_of(tournament, player)
    if entrant.standing != Standing.REMOVED and tournament.phase != Phase.OVER:
        Entrant.objects.filter(pk=entrant.pk).update(more_time=True)


@one_transaction
def set_more_time(*, key: str, entrant: int, more: bool) -> None:
    """Let the host give an entrant more time, or the usual time again. Idempotent. Raises Entrant.DoesNotExist."""
    given = lock(key=key).entrants.get(pk=entrant)
    Entrant.objects.filter(pk=given.pk).update(more_time=more)
