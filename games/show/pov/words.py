"""A game in words, as one viewer is told of it."""

from django.utils.translation import gettext as _

from games.engine.position import Mark, Termination
from games.models import Status
from games.show.pov.viewer import Viewer


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
        if self.me and self.against_computer:
            return _("%(name)s is thinking…") % {"name": self.other_name}
        turn = self.state.position.turn
        return _("%(name)s’s turn") % {"name": self.name(turn)}

    def _result(self) -> str:
        if self.drawn and self.state.ended == Termination.ABANDONED:
            if not self.state.between_people:
                return _("Left unfinished. A draw.")
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
    def comfort(self) -> str:
        """A kind word for whoever has lost to three in a row."""
        lost = self.finished and self.me is not None and self.state.winner == self.me.other
        return _("Well played!") if lost and self.state.ended == Termination.LINE else ""

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

    @property
    def asking(self) -> str:
        """What the viewer has asked the other for, and waits to hear about."""
        if self.playing:
            return _("You asked %(name)s to let you take back a move…") % {"name": self.other_name}
        return _("You asked %(name)s for a rematch…") % {"name": self.other_name}

    @property
    def waiting(self) -> str:
        """What a host waits for."""
        return _("Somebody has opened your link") if self.read else _("Waiting for your friend")

    @property
    def side(self) -> str:
        """Which mark the viewer has, or would have, in a game that waits for its second player."""
        if self.me == Mark.X:
            return _("You’re X and you start.")
        if self.me == Mark.O:
            return _("You’re O and your friend starts.")
        return _("You will be O.") if self.host == Mark.X else _("You will be X.")

    @property
    def sides_swapped(self) -> str:
        """What a rematch has changed, until the viewer's first move in it."""
        state = self.state
        if not (self.playing and self.me and state.x_wins + state.o_wins + state.draws):
            return ""
        if state.plies_before(self.marks) is not None:
            return ""
        if self.me == state.positions[0].turn:
            return _("You’re %(mark)s this time and start.") % {"mark": self.me}
        return _("You’re %(mark)s this time. %(name)s starts.") % {
            "mark": self.me,
            "name": self.other_name,
        }

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
