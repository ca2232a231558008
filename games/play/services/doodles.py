"""Doodles: drawings that the players of a room for two show each other. Nothing is stored."""

from django.db import transaction

from games.play import news
from games.play.models import Status
from games.play.selectors.doodles import Doodle, Drawing
from games.play.selectors.state import State
from games.play.services.storage import own_game
from games.site.models import Player
from games.site.refusals import Reason, Refused


def doodle(*, code: str, player: Player | None, drawing: Drawing) -> State:
    """Broadcast a drawing to the room and return the unchanged game. Raises Refused without a seat in the game, in a
    tournament, without another person, and before both players have joined."""
    _game, state, marks = own_game(code, player, outside_tournaments=True)
    if not state.for_two:
        raise Refused(Reason.UNKNOWN_ACTION)
    if state.status not in (Status.STARTED, Status.FINISHED):
        raise Refused(Reason.NOT_STARTED)
    [mark] = marks
    transaction.on_commit(lambda: news.publish(code, "doodle", Doodle(mark, drawing)), robust=True)
    return state
