"""What a viewer is told when something happens: one line, of whole sentences, each said once.

What only words tell, such as what becomes of an offer, is *news* and stands on the page. What the board shows anyway is
*said*, to those who listen to the page instead of looking at it.
"""

from django.utils.translation import gettext as _

from games.engine.position import Termination
from games.models import Status
from games.selectors.presence import Presence
from games.selectors.state import State
from games.show.pov.words import Words
from games.show.squares import square_name

RETOLD = 2  # moves that a page is told of when it has missed more


class News(Words):
    """Every sentence about what has just happened."""

    # --- what only words tell

    def news_since(self, before: Presence, met: bool = False) -> str:
        """A sentence about the other player's coming or going, or nothing. To a spectator it is no news.

        `met` says that the viewer knows already that the other has come.
        """
        if self.me is None:
            return ""
        other, name = self.me.other, {"name": self.other_name}
        if self.may_claim and before.claimant != self.me:
            return self.gone
        if other in self.presence.left and other in before.here:
            return _("%(name)s left.") % name
        if other not in self.presence.here or other in before.here:
            return ""
        if other in before.left:
            return _("%(name)s is back.") % name
        return "" if met else self._arrival()

    def _arrival(self) -> str:
        """The other is here for the first time."""
        if self.my_turn and not self.state.record:
            return _("%(name)s is here. You start.") % {"name": self.other_name}
        if self.playing and not self.state.record:
            return _("%(name)s is here and starts.") % {"name": self.other_name}
        return _("%(name)s is here.") % {"name": self.other_name}

    def news_after(self, before: State) -> str:
        """A sentence about what has become of an offer since that state, or about a new one or a new player."""
        if self.me is None or self.state.next_code:
            return ""
        if before.status == Status.WAITING and self.playing and not self.state.record:
            return self._arrival() if self.me.other not in self.presence.left else ""
        if self.wanted and before.offered_by != self.me.other:
            missed = self.said_after(before)
            return _two(missed, self.wish) if missed else self.wish
        if before.offered_by != self.me or self.state.offered_by or before.status != self.state.status:
            return ""
        name = {"name": self.other_name}
        if len(self.state.record) < len(before.record):
            return _("%(name)s allowed it. Your turn.") % name
        if self.state.record == before.record:
            return _("%(name)s said no.") % name
        if not self.my_turn:
            return ""
        return _("Too late: %(name)s marked %(square)s. Your turn.") % {**name, "square": self._square_of(-1)}

    # --- what the page shows

    def said_since(self, before: Presence) -> str:
        """That somebody has come to read the invite of the viewer."""
        return _("Somebody has opened your link.") if self.marks and self.read and not before.watchers else ""

    def said_after(self, before: State, *, own: bool = False) -> str:
        """What has changed since that state, in a sentence or two; nothing where nothing has.

        `own` says that the viewer did it just now, on this page: they know what they have pressed, and which square
        has the focus. They are told how the game stands then.
        """
        state = self.state
        if state.next_code:
            return ""
        if before.status != state.status:
            return self._said_of_turning_point(before, own=own)
        if state.record != before.record:
            return self._said_of_board(before, own=own)
        if state.status == Status.WAITING:
            return self.side if before.seats.keys() != state.seats.keys() else ""
        if self.hinted and not before.hint:
            return _("Each empty square says what it is worth.")
        if not own or before.offered_by == state.offered_by:
            return ""
        return self.asking if self.asked else _("You said no.")

    def _said_of_turning_point(self, before: State, *, own: bool) -> str:
        """A game has begun or is over."""
        if self.finished and self.state.ended not in (Termination.RESIGNED, Termination.ABANDONED):
            return self._said_of_board(before, own=own)
        if self.state.status == Status.CANCELLED:
            return _("This invite is over.")
        if self.playing and self.spectator and not self.watching:
            return _("Someone has already taken this seat. You can watch.")
        if self.playing and self.state.record:
            return self._said_of_board(before, own=own)
        return self.status

    def _said_of_board(self, before: State, *, own: bool) -> str:
        """Moves were made, or taken back."""
        record = self.state.record
        if before.record.startswith(record):
            return self._said_of_going_back(len(before.record) - len(record))
        first = len(before.record) if record.startswith(before.record) else len(record) - 1
        if own and self.state.positions[first].turn in self.marks:
            first += 1
        first = max(first, len(record) - RETOLD)
        if first == len(record):
            return self.status
        if first == len(record) - 1:
            return self._last_move()
        return _two(self._move(first), self._last_move())

    def _said_of_going_back(self, plies: int) -> str:
        name = {"name": self.name(self.state.position.turn)}
        if self.my_turn and not self.state.one_screen:
            return (
                _("The last move was taken back. Your turn.")
                if plies == 1
                else _("The last two moves were taken back. Your turn.")
            )
        if plies == 1:
            return _("The last move was taken back. %(name)s’s turn.") % name
        return _("The last two moves were taken back. %(name)s’s turn.") % name

    @property
    def announcement(self) -> str:
        """How a game came to where it stands: its last move and what is next."""
        return self._last_move() if self.state.record else self.status

    def _square_of(self, ply: int) -> str:
        return square_name(int(self.state.record[ply]))

    def _nameless(self, mark: str) -> bool:
        """Whether this is the viewer's opponent, and has given no name."""
        seat = self.state.seats[mark]
        return self.me is not None and mark != self.me and not seat.opponent and not seat.name

    def _move(self, ply: int) -> str:
        """A move with others after it."""
        mover = self.state.positions[ply].turn
        words = {"name": self.name(mover), "square": self._square_of(ply)}
        if self.me == mover:
            return _("You marked %(square)s.") % words
        if self._nameless(mover):
            return _("The other player marked %(square)s.") % words
        return _("%(name)s marked %(square)s.") % words

    def _last_move(self) -> str:
        """The newest move, and what is next."""
        mover, turn = (position.turn for position in self.state.positions[-2:])
        words = {"name": self.name(mover), "next": self.name(turn), "square": self._square_of(-1)}
        if self.me == mover:
            return self._own_last_move() % words
        return (self._last_move_of_nameless() if self._nameless(mover) else self._last_move_of_another()) % words

    def _own_last_move(self) -> str:
        """Made on another page of the viewer's, or while this one was away."""
        if self.drawn:
            return _("You marked %(square)s. Draw. Good game.")
        return _("You marked %(square)s. You win!") if self.finished else _("You marked %(square)s. %(next)s’s turn.")

    def _last_move_of_nameless(self) -> str:
        if self.drawn:
            return _("The other player marked %(square)s. Draw. Good game.")
        if self.finished:
            return _("The other player marked %(square)s and wins.")
        return _("The other player marked %(square)s. Your turn.")

    def _last_move_of_another(self) -> str:
        if self.drawn and self.marks:
            return _("%(name)s marked %(square)s. Draw. Good game.")
        if self.drawn:
            return _("%(name)s marked %(square)s. Draw.")
        if self.finished:
            return _("%(name)s marked %(square)s and wins.")
        if self.my_turn and not self.state.one_screen:
            return _("%(name)s marked %(square)s. Your turn.")
        return _("%(name)s marked %(square)s. %(next)s’s turn.")


def _two(first: str, second: str) -> str:
    # Translators: two whole sentences, one after the other.
    return _("%(first)s %(second)s") % {"first": first, "second": second}
