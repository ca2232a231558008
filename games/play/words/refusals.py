"""Why a change was refused, in the words of whoever asked for it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.play.words import roster
from games.play.words.pov import Pov
from games.site import metrics
from games.site.refusals import Reason, Refused

SENTENCES: Final = {
    Reason.NOT_A_SQUARE: _("That is not a square of the board."),
    Reason.NOT_YOUR_SEAT: _("Only the players of this game can do that."),
    Reason.NOT_YOUR_TURN: _("Wait for %(name)s"),
    Reason.TAKEN: _("Already taken"),
    Reason.NOT_ALLOWED: _("Not allowed now"),
    Reason.GOING: _("This one is lifted"),
    Reason.OVER: _("This game is over"),
    Reason.NOT_OVER: _("This game is not over yet."),
    Reason.NOT_STARTED: _("This game has not started yet."),
    Reason.STARTED: _("This game has already started."),
    Reason.BEHIND: _("The board has moved on. This is how it stands now."),
    Reason.SEAT_TAKEN: _("Someone has already taken this seat. You can watch."),
    Reason.OWN_INVITE: _("This is your own invite. Send the link to a friend to play."),
    Reason.INVITE_OVER: _("This invite is over. Ask for a new link."),
    Reason.NOT_ASKED: _("Nobody is waiting for your answer any more."),
    Reason.NO_OFFER: _("This offer is over."),
    Reason.ASKED_FIRST: _("%(name)s has asked to take back a move. Answer that first."),
    Reason.NO_HINTS: _("Hints are not switched on for this game."),
    Reason.TAKEN_BACK_OFTEN: _("So many moves of this game have been taken back that it must go on from here."),
    Reason.NOT_MOVED: _("You have no move to take back."),
    Reason.NOT_GONE: _("You can’t claim this game now: the other player is here, or may yet come back."),
    Reason.UNKNOWN_OPPONENT: _("There is no such computer player."),
    Reason.OPPONENT_GONE: _("%(name)s no longer plays here. You can resign this game, or put it away."),
    Reason.NO_REMATCH: _("%(name)s no longer plays here. Start a game with another computer player."),
    Reason.NOT_THAT_MANY: _("Please choose 1 to 100 games."),
    Reason.IMPOSSIBLE_START: _("No game can start from this position."),
    Reason.START_IS_OVER: _("This position is already the end of a game."),
    Reason.SOMEBODY_WAITS: _("Only games against the computer can be put away: here somebody waits for you."),
    Reason.NOT_YET: _("This is tomorrow’s position where you are."),
    Reason.LINK_OVER: _("This link no longer works. Make a new one on the other device."),
    Reason.FINISH_FIRST: _("Finish your game first."),
    Reason.NO_BEADS: _("It has no beads left to begin with. Start again with a new one."),
    Reason.TIME_IS_UP: _("The time for this move is up."),
    Reason.IN_A_TOURNAMENT: _("There is no such thing in a tournament."),
    Reason.NOT_ENTERED: _("You don’t take part in this tournament."),
    Reason.REMOVED: _("The host has taken you out of this tournament."),
    Reason.LEFT_FOR_GOOD: _("Where everyone meets everyone, nobody can come back after leaving. You can watch."),
    Reason.NO_NAME: _("Please give a name of 1 to 20 characters."),
    Reason.NAME_TAKEN: _("Somebody in this tournament has this name already. Please choose another."),
    Reason.TOURNAMENT_FULL: _("This tournament is full. You can watch."),
    Reason.TOURNAMENT_CLOSED: _("The host lets nobody new in. You can watch."),
    Reason.TOURNAMENT_OVER: _("This tournament is over."),
    Reason.TOURNAMENT_WAITS: _("This tournament has not started yet."),
    Reason.TOURNAMENT_GOES_ON: _("The tournament is still going on."),
    Reason.NOT_THAT_LONG: _("A tournament may take 5 to 60 minutes, and up to three hours if you make it longer."),
    Reason.NO_DRAWN_STARTS: _("This game has no exercise that is a draw. Let its games start from an empty board."),
    Reason.NO_SUCH_TIME: _("A move may take 15, 30 or 60 seconds."),
    Reason.UNKNOWN_ACTION: _("You can’t do that here."),
}
for reason in SENTENCES:
    metrics.REFUSED.labels(reason.name.lower())  # told from the start


def in_words(refused: Refused, pov: Pov | None = None) -> str:
    """A sentence in the language now in force. `pov` is the game of the refusal as the reader sees it, if there is one:
    it tells what a side is called. Counted here, because whatever is refused to people comes by."""
    metrics.REFUSED.labels(refused.reason.name.lower()).inc()
    name = ""
    if refused.opponent:
        name = roster.called(refused.opponent)
    elif refused.mark and pov:
        name = pov.name(refused.mark)
    return str(SENTENCES[refused.reason]) % {"name": name}
