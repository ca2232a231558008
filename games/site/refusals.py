"""The reasons for refusals, each with its sentence, which `play/words/refusals.py` completes."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from games.engine.position import Mark


class Reason(TextChoices):
    """The reason for a refusal. Includes the names of all MoveErrors."""

    NOT_A_SQUARE = "not_a_square", _("That is not a square on the board.")
    NOT_YOUR_SEAT = "not_your_seat", _("Only the two players can do that.")
    NOT_YOUR_TURN = "not_your_turn", _("Wait for %(name)s")
    TAKEN = "taken", _("Already taken")
    NOT_ALLOWED = "not_allowed", _("Not allowed now")
    GOING = "going", _("This mark disappears next")
    OVER = "over", _("This game is over")
    NOT_OVER = "not_over", _("This game is not over yet.")
    NOT_STARTED = "not_started", _("This game has not started yet.")
    STARTED = "started", _("This game has already started.")
    BEHIND = "behind", _("The board has changed. Here is how it looks now.")
    SEAT_TAKEN = "seat_taken", _("Someone has already taken this seat. You can watch.")
    OWN_INVITE = "own_invite", _("This is your own invite. Send the link to a friend to play.")
    INVITE_OVER = "invite_over", _("This invite has expired. Ask for a new link.")
    NOT_ASKED = "not_asked", _("Nobody is waiting for your answer any more.")
    NO_OFFER = "no_offer", _("This offer is no longer open.")
    ASKED_FIRST = "asked_first", _("%(name)s has asked to take back a move. Answer that first.")
    NO_HINTS = "no_hints", _("Hints are off for this game.")
    TAKEN_BACK_OFTEN = "taken_back_often", _("Too many moves have been taken back in this game. Play on from here.")
    NOT_MOVED = "not_moved", _("You have no move to take back.")
    NOT_GONE = "not_gone", _("You can’t claim the win yet: the other player is here, or may still come back.")
    UNKNOWN_OPPONENT = "unknown_opponent", _("There is no such robot.")
    OPPONENT_GONE = "opponent_gone", _("%(name)s no longer plays here. You can give up this game or put it away.")
    NO_REMATCH = "no_rematch", _("%(name)s no longer plays here. Start a game with another robot.")
    NOT_THAT_MANY = "not_that_many", _("Please choose 1 to 100 games.")
    IMPOSSIBLE_START = "impossible_start", _("No game can start from this position.")
    START_IS_OVER = "start_is_over", _("This position is already the end of a game.")
    SOMEBODY_WAITS = (
        "somebody_waits",
        _("Only games against the computer can be put away: someone is waiting for you in this one."),
    )
    NOT_YET = "not_yet", _("That puzzle isn’t out yet where you are.")
    LINK_OVER = "link_over", _("This link no longer works. Make a new one on the other device.")
    FINISH_FIRST = "finish_first", _("Finish your game first.")
    NO_BEADS = "no_beads", _("It has no beads left for its first move. Refill its first box, or start again.")
    TIME_IS_UP = "time_is_up", _("The time for this move is up.")
    IN_A_TOURNAMENT = "in_a_tournament", _("You can’t do that in a tournament.")
    NOT_ENTERED = "not_entered", _("You’re not in this tournament.")
    REMOVED = "removed", _("The host has removed you from this tournament.")
    LEFT_FOR_GOOD = "left_for_good", _("In a round robin nobody can come back after leaving. You can watch.")
    NO_NAME = "no_name", _("Please enter a name of 1 to 20 characters.")
    NAME_TAKEN = "name_taken", _("Someone in this tournament already has this name. Please choose another.")
    TOURNAMENT_FULL = "tournament_full", _("This tournament is full. You can watch.")
    TOURNAMENT_CLOSED = "tournament_closed", _("The host isn’t letting anyone else in. You can watch.")
    TOURNAMENT_OVER = "tournament_over", _("This tournament is over.")
    TOURNAMENT_WAITS = "tournament_waits", _("This tournament has not started yet.")
    TOURNAMENT_GOES_ON = "tournament_goes_on", _("The tournament is still going on.")
    NOT_THAT_LONG = "not_that_long", _("A tournament can last 5 to 60 minutes, or up to three hours if you extend it.")
    NO_DRAWN_STARTS = (
        "no_drawn_starts",
        _("This game has no drawn positions to start from. Start its games from an empty board."),
    )
    NO_SUCH_TIME = "no_such_time", _("Choose 15, 30 or 60 seconds a move.")
    BLOCKED = "blocked", _("The people who run this site have blocked you, so you can’t play here.")
    NAME_LOCKED = "name_locked", _("The people who run this site have locked your name.")
    UNKNOWN_ACTION = "unknown_action", _("You can’t do that here.")


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
