"""The verbs of a room: map the data of a form or a frame to a service."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play import services
from games.play.selectors.doodles import Drawing
from games.play.selectors.state import State
from games.site import limits
from games.site.models import Player
from games.site.refusals import Blocked, Reason, Refused
from games.site.selectors import blocked_players

HIGHEST_VERSION = 2**31 - 1  # the largest that the column can store

# Verbs that need only a player.
_PLAIN = {
    "allow": services.allow,
    "hint": services.hint,
    "resign": services.resign,
    "claim": services.claim_win,
    "draw": services.call_draw,
    "decline": services.decline,
    "withdraw": services.withdraw,
    "cancel": services.cancel,
}

VERBS = ("play", "swap", "take-back", "doodle", "rematch", *_PLAIN)
ALLOWED_IF_BLOCKED = ("resign", "decline", "withdraw", "cancel")  # verbs that blocked players keep
COUNTED = {"rematch": limits.GAMES, "doodle": limits.DOODLES}


def count(verb: str, *, player: Player | None, address: str) -> None:
    """Count a verb of COUNTED against its limit, outside any transaction. Raises TooMany."""
    if verb in COUNTED and player:
        limits.take_with_address(COUNTED[verb], player.pk, address=address, newcomer=player.is_new)


def perform(verb: str, *, code: str, player: Player | None, data: Mapping[str, Any], received_at: datetime) -> State:
    """Perform one of VERBS and return the new public state.

    `received_at` is when the server received the verb; `data`, which the client sends, cannot set it. Raises Refused if
    the verb is unknown or not possible now, Game.DoesNotExist for an unknown game.
    """
    if verb not in ALLOWED_IF_BLOCKED and player and player.pk in blocked_players():
        raise Blocked
    if verb == "play":
        move, version = move_of(data), version_of(data)
        return services.play(code=code, player=player, move=move, version=version, received_at=received_at)
    if verb == "swap":
        return services.swap(code=code, player=player, version=version_of(data))
    if verb == "take-back":
        return services.take_back(code=code, player=player, version=version_of(data))
    if verb == "doodle":
        return services.doodle(code=code, player=player, drawing=drawing_of(data))
    if verb == "rematch":
        return services.rematch(code=code, player=player, variant=variant_of(data))
    if verb in _PLAIN:
        return _PLAIN[verb](code=code, player=player)
    raise Refused(Reason.UNKNOWN_ACTION)


def move_of(data: Mapping[str, Any]) -> str:
    """Return a move as its game writes it: the pressed square (text or a number) and the chosen mark, if any.
    Raises Refused without a square."""
    cell, chosen = data.get("cell"), data.get("write", "")
    if type(cell) not in (str, int) or type(chosen) is not str:
        raise Refused(Reason.NOT_A_SQUARE)
    return f"{cell}{chosen}"


def drawing_of(data: Mapping[str, Any]) -> Drawing:
    """Return the drawing to show. Raises Refused if there is no such drawing."""
    try:
        return Drawing(data.get("drawing", ""))
    except ValueError:
        raise Refused(Reason.UNKNOWN_ACTION) from None


def variant_of(data: Mapping[str, Any]) -> Variant | None:
    """Return the variant of the rematch; None if none is named. Raises Refused if there is no such game."""
    key = data.get("variant", "")
    if key == "":
        return None
    if type(key) is not str or key not in VARIANTS:
        raise Refused(Reason.UNKNOWN_ACTION)
    return VARIANTS[key]


def version_of(data: Mapping[str, Any]) -> int:
    """Return the version that the player saw. Raises Refused without one."""
    value = data.get("version")
    if isinstance(value, str) and len(value) <= 10 and value.isascii() and value.isdigit():
        value = int(value)
    if type(value) is int and 0 <= value <= HIGHEST_VERSION:
        return value
    raise Refused(Reason.BEHIND)
