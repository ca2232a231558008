"""What people can do in a room, by name: from what a form or a socket sends to the service that does it."""

from collections.abc import Mapping
from typing import Any

from games import services
from games.forms import MoveForm, VersionForm
from games.models import Player
from games.services import Reason, Refused
from games.state import State


def _play(*, code: str, player: Player | None, data: Mapping[str, Any], seen: State | None) -> State:
    form = MoveForm(data)
    if not form.is_valid():
        raise Refused(Reason.NOT_A_SQUARE if "cell" in form.errors else Reason.BEHIND)
    return services.play(code=code, player=player, seen=seen, **form.cleaned_data)


def _swap(*, code: str, player: Player | None, data: Mapping[str, Any], seen: State | None) -> State:
    return services.swap(code=code, player=player, version=_version(data))


def _take_back(*, code: str, player: Player | None, data: Mapping[str, Any], seen: State | None) -> State:
    return services.take_back(code=code, player=player, version=_version(data))


def _version(data: Mapping[str, Any]) -> int:
    """The version that was looked at. Raises Refused where none is given."""
    form = VersionForm(data)
    if not form.is_valid():
        raise Refused(Reason.BEHIND)
    return form.cleaned_data["version"]


_WITH_DATA = {"play": _play, "swap": _swap, "take-back": _take_back}
_PLAIN = {
    "allow": services.allow,
    "hint": services.hint,
    "resign": services.resign,
    "claim": services.claim_win,
    "draw": services.call_draw,
    "rematch": services.rematch,
    "decline": services.decline,
    "cancel": services.cancel,
}

VERBS = (*_WITH_DATA, *_PLAIN)


def perform(
    verb: str, *, code: str, player: Player | None, data: Mapping[str, Any], seen: State | None = None
) -> State:
    """Does one of VERBS and returns the new public state. `seen` is the state last shown there, if any is known.

    Raises Refused where it does not fit, Game.DoesNotExist for an unknown game.
    """
    if verb in _WITH_DATA:
        return _WITH_DATA[verb](code=code, player=player, data=data, seen=seen)
    if verb in _PLAIN:
        return _PLAIN[verb](code=code, player=player)
    raise Refused(Reason.UNKNOWN_ACTION)
