"""The verbs of a room: map the data of a form or a frame to a service."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from games.engine.position import IllegalMove, Move, Position
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play import services
from games.play.selectors.doodles import Drawing
from games.play.selectors.state import State
from games.site import limits
from games.site.models import Player
from games.site.refusals import Blocked, Reason, Refused
from games.site.selectors import blocked_players

Data = Mapping[str, Any]  # as the client sends it

HIGHEST_VERSION = 2**31 - 1  # the largest that the column can store


def move_of(data: Data) -> str:
    """Return a move as its game writes it: the pressed square and the chosen mark, if any. Raises Refused without a
    square."""
    cell, chosen = data.get("cell"), data.get("write", "")
    if type(cell) not in (str, int) or type(chosen) is not str:
        raise Refused(Reason.NOT_A_SQUARE)
    return f"{cell}{chosen}"


def legal_move(variant: Variant, position: Position, data: Data) -> Move:
    """Return the move of a form about a position. Raises Refused if it is illegal there."""
    try:
        move = variant.read(move_of(data))
        position.play(move)
    except IllegalMove as illegal:
        raise Refused(Reason[illegal.reason.name]) from None
    return move


def drawing_of(data: Data) -> Drawing:
    return Drawing(data["drawing"])


def variant_of(data: Data) -> Variant | None:
    """Return the variant of the rematch; None if none is named."""
    return VARIANTS[data["variant"]] if data.get("variant") else None


def version_of(data: Data) -> int:
    """Return the version that the player saw. Raises Refused without one."""
    value = data.get("version")
    if isinstance(value, str) and len(value) <= 10 and value.isascii() and value.isdigit():
        value = int(value)
    if type(value) is int and 0 <= value <= HIGHEST_VERSION:
        return value
    raise Refused(Reason.BEHIND)


# Each verb's service, and how to read its further arguments from the data. All services need a code and a player.
VERBS: dict[str, tuple[Callable[..., State], dict[str, Callable[[Data], Any]]]] = {
    "play": (services.play, {"move": move_of, "version": version_of}),
    "swap": (services.swap, {"version": version_of}),
    "take-back": (services.take_back, {"version": version_of}),
    "doodle": (services.doodle, {"drawing": drawing_of}),
    "rematch": (services.rematch, {"variant": variant_of}),
    "allow": (services.allow, {}),
    "hint": (services.hint, {}),
    "resign": (services.resign, {}),
    "claim": (partial(services.claim, win=True), {}),
    "draw": (partial(services.claim, win=False), {}),
    "decline": (services.decline, {}),
    "withdraw": (services.withdraw, {}),
    "cancel": (services.cancel, {}),
}
ALLOWED_IF_BLOCKED = ("resign", "decline", "withdraw", "cancel")  # verbs that blocked players keep
COUNTED = {"rematch": limits.GAMES, "doodle": limits.DOODLES}


def count(verb: str, *, player: Player | None, address: str) -> None:
    """Count a verb of COUNTED against its limit, outside any transaction. Raises TooMany."""
    if verb in COUNTED and player:
        limits.take_with_address(COUNTED[verb], player.pk, address=address, newcomer=player.is_new)


def perform(verb: str, *, code: str, player: Player | None, data: Data, received_at: datetime) -> State:
    """Perform one of VERBS and return the new public state. `received_at`, which `data` cannot set, is when the server
    received the verb. Raises Refused if the verb is unknown or not possible now, Game.DoesNotExist for an unknown
    game."""
    if verb not in ALLOWED_IF_BLOCKED and player and player.pk in blocked_players():
        raise Blocked
    if verb not in VERBS:
        raise Refused(Reason.UNKNOWN_ACTION)
    service, readers = VERBS[verb]
    try:
        arguments = {name: read(data) for name, read in readers.items()}
    except (LookupError, TypeError, ValueError):
        raise Refused(Reason.UNKNOWN_ACTION) from None
    if verb == "play":
        arguments["received_at"] = received_at
    return service(code=code, player=player, **arguments)
