"""Every change of a game: one function per verb, each one short transaction.

A service decides every refusal before it writes and raises `Refused`; nothing is stored then. Services may run inside
an outer transaction; the room is told after the outermost commit.
"""

from games.services.playing import decline, play, rematch, resign
from games.services.refusals import Reason, Refused
from games.services.starting import (
    cancel,
    create_guest,
    invite,
    join,
    rename,
    start_against_computer,
    start_one_screen,
    start_series,
    swap,
)
from games.services.tidying import expire, forget_idle_guests, idle_guests, stale_invites

__all__ = [
    "Reason",
    "Refused",
    "cancel",
    "create_guest",
    "decline",
    "expire",
    "forget_idle_guests",
    "idle_guests",
    "invite",
    "join",
    "play",
    "rematch",
    "rename",
    "resign",
    "stale_invites",
    "start_against_computer",
    "start_one_screen",
    "start_series",
    "swap",
]
