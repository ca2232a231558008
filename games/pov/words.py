"""A game in words, as one viewer is told of it."""

from django.utils.translation import gettext as _

from games.engine.position import Mark, Termination
from games.models import Status
from games.pov.viewer import Viewer
from games.presence import Presence
from games.squares import square_name
from games.state import State


class Words(Viewer):
    """Every sentence about a game."""

    @property
    def status(self) -> str:
        """The words above the board."""
        if self.state.status == Status.WAITING:
            return _("Waiting for a second player…")
        if self.finished:
            return self._result()
        if self.my_turn and not self.state.one_screen:
            return _("Your turn")
        turn = self.state.position.turn
        return _("%(name)s’s turn") % {"name": self.name(turn)}

    def _result(self) -> str:
        if self.drawn and self.state.ended == Termination.ABANDONED:
            gone = self.state.position.turn
            # Translators: "a draw" is the result of the game, here and everywhere.
            if self.me == gone:
                return _("You were away. A draw.")
            return _("%(name)s left. A draw.") % {"name": self.name(gone)}
        if self.drawn:
            return _("Draw. Good game.") if self.marks else _("Draw.")
        winner = Mark(self.state.winner)
        names = {"winner": self.name(winner), "loser": self.name(winner.other)}
        if self.state.ended == Termination.RESIGNED:
            if self.me == winner:
                return _("%(loser)s resigned. You win!") % names
            if self.me == winner.other:
                return _("You resigned.")
            return _("%(loser)s resigned. %(winner)s wins.") % names
        if self.state.ended == Termination.ABANDONED:
            if self.me == winner:
                return _("%(loser)s left. You win!") % names
            if self.me == winner.other:
                return _("You were away. %(winner)s wins.") % names
            return _("%(loser)s left. %(winner)s wins.") % names
        return _("You win!") if self.me == winner else _("%(winner)s wins.") % names

    @property
    def thinking(self) -> str:
        """What stands above the board while the page holds a computer's reply back for a human moment."""
        if self.me is None or not self.against_computer:
            return ""
        return _("%(name)s is thinking…") % {"name": self.other_name}

    @property
    def announcement(self) -> str:
        """One sentence or two for a screen reader: what just happened, and what is next."""
        if not self.state.record or self.state.ended in (Termination.RESIGNED, Termination.ABANDONED):
            return self.status
        mover = self.state.positions[-2].turn
        words = {"name": self.name(mover), "square": square_name(int(self.state.record[-1])), "status": self.status}
        if self.me == mover:
            # Translators: square is as in "top right"; status is a whole sentence, such as "Your turn".
            return _("You marked %(square)s. %(status)s") % words
        # Translators: square is as in "top right"; status is a whole sentence, such as "Your turn".
        return _("%(name)s marked %(square)s. %(status)s") % words

    @property
    def gone(self) -> str:
        """What stands above the ways to end a game the other has left."""
        return _("%(name)s left. You can wait, or claim the win.") % {"name": self.other_name}

    @property
    def winner_if_resigned(self) -> str:
        """Who wins if the viewer resigns; on one screen the side to move resigns."""
        return self.name((self.me or self.state.position.turn).other)

    @property
    def wish(self) -> str:
        """What the other has asked for."""
        if self.playing:
            return _("%(name)s asks to take back a move.") % {"name": self.other_name}
        return _("%(name)s wants a rematch.") % {"name": self.other_name}

    # --- news

    def news_since(self, before: Presence) -> str:
        """A sentence about the other player's coming or going, or nothing. To a spectator it is no news."""
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
        if self.my_turn and not self.state.record:
            return _("%(name)s is here. You start.") % name
        return _("%(name)s is here.") % name

    def news_after(self, before: State) -> str:
        """A sentence about what has become of an offer since that state, or about a new one."""
        if self.me is None or self.state.next_code:
            return ""
        if self.wanted and before.offered_by != self.me.other:
            return self.wish
        if before.offered_by != self.me or self.state.offered_by or before.status != self.state.status:
            return ""
        name = {"name": self.other_name}
        if len(self.state.record) < len(before.record):
            return _("%(name)s allowed it.") % name
        if self.state.record == before.record:
            return _("%(name)s said no.") % name
        return _("Too late: %(name)s has moved.") % name if self.my_turn else ""

    # --- titles

    @property
    def document_title(self) -> str:
        """The title of the tab; a dot says that it is the viewer's turn."""
        if self.screen == "cancelled":
            return _("This invite is over.")
        if self.screen == "invited":
            return self.preview_title
        return f"● {self.status}" if self.my_turn else self.status

    @property
    def preview_title(self) -> str:
        """What a chat shows of the link, the same for everybody."""
        if self.state.status == Status.WAITING and self.host_name:
            return _("%(name)s invites you to play tic-tac-toe") % {"name": self.host_name}
        if self.state.status == Status.WAITING:
            return _("A friend invites you to play tic-tac-toe")
        if self.state.status == Status.CANCELLED:
            return _("Tic-tac-toe")
        anybody = Viewer(self.state)
        return _("%(x)s against %(o)s at tic-tac-toe") % {"x": anybody.x_name, "o": anybody.o_name}
