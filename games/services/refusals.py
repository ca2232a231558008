"""Why a change is refused, in the user's words."""

import enum
from collections.abc import Callable

from django.utils.translation import gettext_lazy as _


class Reason(enum.Enum):
    """Why something was refused, in the user's words."""

    NOT_A_SQUARE = _("That is not a square of the board.")
    NOT_YOUR_SEAT = _("Only the players of this game can do that.")
    NOT_YOUR_TURN = _("Wait for %(name)s")
    TAKEN = _("Already taken")
    OVER = _("This game is over")
    NOT_OVER = _("This game is not over yet.")
    NOT_STARTED = _("This game has not started yet.")
    STARTED = _("This game has already started.")
    BEHIND = _("The board has moved on. This is how it stands now.")
    SEAT_TAKEN = _("Someone has already taken this seat. You can watch.")
    OWN_INVITE = _("This is your own invite. Send the link to a friend to play.")
    INVITE_OVER = _("This invite is over. Ask for a new link.")
    NOT_ASKED = _("Nobody is waiting for your answer any more.")
    ASKED_FIRST = _("%(name)s has asked to take back a move. Answer that first.")
    NO_HINTS = _("Hints are not switched on for this game.")
    TAKEN_BACK_OFTEN = _("So many moves of this game have been taken back that it must go on from here.")
    NOT_MOVED = _("You have no move to take back.")
    NOT_GONE = _("You can’t claim this game now: the other player is here, or may yet come back.")
    UNKNOWN_OPPONENT = _("There is no such computer player.")
    OPPONENT_GONE = _("%(name)s no longer plays here. You can resign this game, or put it away.")
    NO_REMATCH = _("%(name)s no longer plays here. Start a game with another computer player.")
    NOT_THAT_MANY = _("Please choose 1 to 100 games.")
    IMPOSSIBLE_START = _("No game can start from this position.")
    START_IS_OVER = _("This position is already the end of a game.")
    SOMEBODY_WAITS = _("Only games against the computer can be put away: here somebody waits for you.")
    NOT_YET = _("This is tomorrow’s position where you are.")
    LINK_OVER = _("This link no longer works. Make a new one on the other device.")
    UNKNOWN_ACTION = _("You can’t do that here.")


class Refused(Exception):
    """A change that does not fit. `str()` gives a sentence for the user, in the language then in force.

    `name` is who it is about, or what tells that in the language then in force.
    """

    def __init__(self, reason: Reason, name: str | Callable[[], str] = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.name = name

    def __str__(self) -> str:
        return str(self.reason.value) % {"name": self.name() if callable(self.name) else self.name}
