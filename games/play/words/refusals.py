"""The sentences that explain refusals to players."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.play.words import roster
from games.play.words.pov import Pov
from games.site import metrics
from games.site.refusals import Reason, Refused
from games.site.words.sentences import BLOCKED

SENTENCES: Final = {
    Reason.NOT_A_SQUARE: _("That is not a square on the board."),
    Reason.NOT_YOUR_SEAT: _("Only the two players can do that."),
    Reason.NOT_YOUR_TURN: _("Wait for %(name)s"),
    Reason.TAKEN: _("Already taken"),
    Reason.NOT_ALLOWED: _("Not allowed now"),
    Reason.GOING: _("This mark disappears next"),
    Reason.OVER: _("This game is over"),
    Reason.NOT_OVER: _("This game is not over yet."),
    Reason.NOT_STARTED: _("This game has not started yet."),
    Reason.STARTED: _("This game has already started."),
    Reason.BEHIND: _("The board has changed. Here is how it looks now."),
    Reason.SEAT_TAKEN: _("Someone has already taken this seat. You can watch."),
    Reason.OWN_INVITE: _("This is your own invite. Send the link to a friend to play."),
    Reason.INVITE_OVER: _("This invite has expired. Ask for a new link."),
    Reason.NOT_ASKED: _("Nobody is waiting for your answer any more."),
    Reason.NO_OFFER: _("This offer is no longer open."),
    Reason.ASKED_FIRST: _("%(name)s has asked to take back a move. Answer that first."),
    Reason.NO_HINTS: _("Hints are off for this game."),
    Reason.TAKEN_BACK_OFTEN: _("Too many moves have been taken back in this game. Play on from here."),
    Reason.NOT_MOVED: _("You have no move to take back."),
    Reason.NOT_GONE: _("You can’t claim the win yet: the other player is here, or may still come back."),
    Reason.UNKNOWN_OPPONENT: _("There is no such robot."),
    Reason.OPPONENT_GONE: _("%(name)s no longer plays here. You can give up this game or put it away."),
    Reason.NO_REMATCH: _("%(name)s no longer plays here. Start a game with another robot."),
    Reason.NOT_THAT_MANY: _("Please choose 1 to 100 games."),
    Reason.IMPOSSIBLE_START: _("No game can start from this position."),
    Reason.START_IS_OVER: _("This position is already the end of a game."),
    Reason.SOMEBODY_WAITS: _(
        "Only games against the computer can be put away: someone is waiting for you in this one."
    ),
    Reason.NOT_YET: _("That puzzle isn’t out yet where you are."),
    Reason.LINK_OVER: _("This link no longer works. Make a new one on the other device."),
    Reason.FINISH_FIRST: _("Finish your game first."),
    Reason.NO_BEADS: _("It has no beads left for its first move. Refill its first box, or start again."),
    Reason.TIME_IS_UP: _("The time for this move is up."),
    Reason.IN_A_TOURNAMENT: _("You can’t do that in a tournament."),
    Reason.NOT_ENTERED: _("You’re not in this tournament."),
    Reason.REMOVED: _("The host has removed you from this tournament."),
    Reason.LEFT_FOR_GOOD: _("In a round robin nobody can come back after leaving. You can watch."),
    Reason.NO_NAME: _("Please enter a name of 1 to 20 characters."),
    Reason.NAME_TAKEN: _("Someone in this tournament already has this name. Please choose another."),
    Reason.TOURNAMENT_FULL: _("This tournament is full. You can watch."),
    Reason.TOURNAMENT_CLOSED: _("The host isn’t letting anyone else in. You can watch."),
    Reason.TOURNAMENT_OVER: _("This tournament is over."),
    Reason.TOURNAMENT_WAITS: _("This tournament has not started yet."),
    Reason.TOURNAMENT_GOES_ON: _("The tournament is still going on."),
    Reason.NOT_THAT_LONG: _("A tournament can last 5 to 60 minutes, or up to three hours if you extend it."),
    Reason.NO_DRAWN_STARTS: _("This game has no drawn positions to start from. Start its games from an empty board."),
    Reason.NO_SUCH_TIME: _("Choose 15, 30 or 60 seconds a move."),
    Reason.BLOCKED: BLOCKED,
    Reason.NAME_LOCKED: _("The people who run this site have locked your name."),
    Reason.UNKNOWN_ACTION: _("You can’t do that here."),
}
for reason in SENTENCES:
    metrics.REFUSED.labels(reason.name.lower())  # start at zero, so that Prometheus sees the first increase


def in_words(refused: Refused, pov: Pov | None = None) -> str:
    """Return a sentence in the active language, with the name of a side from `pov`, the reader's view of the game.
    Counts the refusal, because every refusal that people see passes through here."""
    metrics.REFUSED.labels(refused.reason.name.lower()).inc()
    name = ""
    if refused.opponent:
        name = roster.called(refused.opponent)
    elif refused.mark and pov:
        name = pov.name(refused.mark)
    return str(SENTENCES[refused.reason]) % {"name": name}
