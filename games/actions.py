"""What people can do in a room, by name: from what a form or a socket sends to the service that does it."""

from collections.abc import Mapping
from typing import Any

from games import services
from games.forms import MoveForm
from games.models import Player
from games.services import Reason, Refused
from games.state import State


def _play(*, code: str, player: Player | None, data: Mapping[str, Any]) -> State:
    form = MoveForm(data)
    if not form.is_valid():
        raise Refused(Reason.NOT_A_SQUARE if "cell" in form.errors else Reason.BEHIND)
    return services.play(code=code, player=player, **form.cleaned_data)


_VERBS = {
    "resign": services.resign,
    "rematch": services.rematch,
    "decline": services.decline,
    "cancel": services.cancel,
    "swap": services.swap,
}

VERBS = ("play", *_VERBS)


def perform(verb: str, *, code: str, player: Player | None, data: Mapping[str, Any]) -> State:
    """Does one of VERBS and returns the new public state.

    Raises Refused where it does not fit, Game.DoesNotExist for an unknown game.
    """
    if verb == "play":
        return _play(code=code, player=player, data=data)
    if verb not in _VERBS:
        raise Refused(Reason.UNKNOWN_ACTION)
    return _VERBS[verb](code=code, player=player)
