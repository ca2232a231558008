"""Doodles: the drawings that players of a room for two show each other. Nothing of it is stored."""

from django.db import transaction

from games.play import news
from games.play.models import Status
from games.play.selectors.doodles import Doodle, Drawing
from games.play.selectors.state import State
from games.play.services.storage import check_no_match, own_game
from games.site.models import Player
from games.site.refusals import Reason, Refused


def doodle(*, code: str, player: Player | None, drawing: Drawing) -> State:
    """Show the room a drawing, and return the game, which stays as it is. Raises Refused if the player has no seat in
    it, and where there are no doodles: in games of tournaments, alone, and before both have come."""
    game, marks = own_game(code, player)
    check_no_match(game)
    state = State.of(game)
    if not state.for_two:
        raise Refused(Reason.UNKNOWN_ACTION)
    if state.status not in (Status.STARTED, Status.FINISHED):
        raise Refused(Reason.NOT_STARTED)
    [mark] = marks
    transaction.on_commit(lambda: news.publish(code, "doodle", Doodle(mark, drawing)), robust=True)
    return state
