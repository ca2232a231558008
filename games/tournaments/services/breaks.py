"""Entrants' breaks and extra time. An entrant on a break is not paired and loses nothing. After each match, its players
have a short time to review it, during which their `Entrant.free_since` is in the future."""

from datetime import timedelta

from django.utils import timezone

from games.play.selectors.games import games_with_seats
from games.play.selectors.state import MORE_TIME, State
from games.play.services.storage import advance, one_transaction, publish
from games.site.models import Player
from games.tournaments.models import Entrant, Phase, Standing
from games.tournaments.selectors.matches import IN_PLAY
from games.tournaments.services.matches import break_off, entrant_of, lock


@one_transaction
def take_a_break(*, code: str, player: Player | None) -> None:
    """Put a player on a break, and break off their game against a computer. Does nothing if they have just been paired,
    are on a break or have left, or after the end. Raises Refused if they do not take part."""
    tournament = lock(code=code)
    entrant = entrant_of(tournament, player)
    paired = entrant.match and entrant.match.second_id
    if paired or entrant.standing != Standing.PRESENT or tournament.phase == Phase.OVER:
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
    """Give a player more time, except after their removal or the end. Raises Refused if they never joined."""
    tournament = lock(code=code)
    entrant = entrant_of(tournament, player)
    if entrant.standing != Standing.REMOVED and tournament.phase != Phase.OVER:
        _set_more_time(entrant, more=True)


@one_transaction
def set_more_time(*, key: str, entrant: int, more: bool) -> None:
    """Let the host give an entrant more time, or the usual time again. Idempotent. Raises Entrant.DoesNotExist."""
    _set_more_time(lock(key=key).entrants.get(pk=entrant), more=more)


def _set_more_time(entrant: Entrant, *, more: bool) -> None:
    """Store whether an entrant has more time, and change their game in play: their running clock gets longer at once,
    but not shorter, and the version increases, so that a concurrent move is decided again with the new time."""
    if entrant.more_time == more:
        return
    Entrant.objects.filter(pk=entrant.pk).update(more_time=more)
    for game in games_with_seats().filter(IN_PLAY, match=entrant.match_id, match__isnull=False):
        state = State.of(game)
        longer = more and game.move_by and state.position.turn in state.marks_of(entrant.player_id)
        added = timedelta(seconds=(MORE_TIME - 1) * state.seconds) if longer else timedelta()
        advance(game, move_by=game.move_by and game.move_by + added)
        publish(game)
