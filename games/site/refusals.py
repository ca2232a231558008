"""The reasons for refusals, as data. Their sentences are in `play/words/refusals.py`."""

import enum

from games.engine.position import Mark


class Reason(enum.Enum):
    """The reason for a refusal. Includes the names of all MoveErrors."""

    NOT_A_SQUARE = enum.auto()
    NOT_YOUR_SEAT = enum.auto()
    NOT_YOUR_TURN = enum.auto()
    TAKEN = enum.auto()
    NOT_ALLOWED = enum.auto()
    GOING = enum.auto()
    OVER = enum.auto()
    NOT_OVER = enum.auto()
    NOT_STARTED = enum.auto()
    STARTED = enum.auto()
    BEHIND = enum.auto()
    SEAT_TAKEN = enum.auto()
    OWN_INVITE = enum.auto()
    INVITE_OVER = enum.auto()
    NOT_ASKED = enum.auto()
    NO_OFFER = enum.auto()
    ASKED_FIRST = enum.auto()
    NO_HINTS = enum.auto()
    TAKEN_BACK_OFTEN = enum.auto()
    NOT_MOVED = enum.auto()
    NOT_GONE = enum.auto()
    UNKNOWN_OPPONENT = enum.auto()
    OPPONENT_GONE = enum.auto()
    NO_REMATCH = enum.auto()
    NOT_THAT_MANY = enum.auto()
    IMPOSSIBLE_START = enum.auto()
    START_IS_OVER = enum.auto()
    SOMEBODY_WAITS = enum.auto()
    NOT_YET = enum.auto()
    LINK_OVER = enum.auto()
    FINISH_FIRST = enum.auto()
    NO_BEADS = enum.auto()
    TIME_IS_UP = enum.auto()
    IN_A_TOURNAMENT = enum.auto()
    NOT_ENTERED = enum.auto()
    REMOVED = enum.auto()
    LEFT_FOR_GOOD = enum.auto()
    NO_NAME = enum.auto()
    NAME_TAKEN = enum.auto()
    TOURNAMENT_FULL = enum.auto()
    TOURNAMENT_CLOSED = enum.auto()
    TOURNAMENT_OVER = enum.auto()
    TOURNAMENT_WAITS = enum.auto()
    TOURNAMENT_GOES_ON = enum.auto()
    NOT_THAT_LONG = enum.auto()
    NO_DRAWN_STARTS = enum.auto()
    NO_SUCH_TIME = enum.auto()
    BLOCKED = enum.auto()
    NAME_LOCKED = enum.auto()
    UNKNOWN_ACTION = enum.auto()


class Refused(Exception):
    """A refused change. `mark` or `opponent` is the side or the computer player that the sentence names, if any."""

    def __init__(self, reason: Reason, *, mark: Mark | None = None, opponent: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.mark = mark
        self.opponent = opponent


class Blocked(Refused):
    """Refused because an administrator has blocked the player."""

    def __init__(self) -> None:
        super().__init__(Reason.BLOCKED)
