"""Breaks of entrants: an entrant on a break is not paired until they come back, and loses nothing. After each match
there is a short break for review, which they may end early; until its end `Entrant.free_since` is in the future. A
player may have more time for each move, and for these breaks."""

from django.utils import timezone

from games.play.services.storage import one_transaction
from games.site.models import Player
from games.tournaments.models import Entrant, Phase, Standing
from games.tournaments.services.matches import break_off, entrant_of, take


@one_transaction
def take_a_break(*, code: str, player: Player | None) -> None:
    """Put a player on a break, breaking off their game against a computer. Does nothing if they were just paired, are
    on a break, or have left, or if the tournament is over. Raises Refused if they do not take part."""
    tournament = take(code=code)
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
    entrant = entrant_of(take(code=code), player)
    if entrant.free_since > (now := timezone.now()):
        entrant.free_since = now
        entrant.save(update_fields=["free_since"])


@one_transaction
def ask_for_more_time(*, code: str, player: Player | None) -> None:
    """Give a player who needs it more time, from their next move on. Idempotent. Does nothing for a removed player and
    after the end. Raises Refused if they do not take part."""
    tournament = take(code=code)
    entrant = entrant_of(tournament, player)
    if entrant.standing != Standing.REMOVED and tournament.phase != Phase.OVER:
        Entrant.objects.filter(pk=entrant.pk).update(more_time=True)


@one_transaction
def set_more_time(*, key: str, entrant: int, more: bool) -> None:
    """Give an entrant more time, or the usual time again, as the host. Idempotent. Raises Entrant.DoesNotExist for an
    unknown entrant."""
    given = take(key=key).entrants.get(pk=entrant)
    Entrant.objects.filter(pk=given.pk).update(more_time=more)
