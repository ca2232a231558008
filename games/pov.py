"""What one viewer sees of one game, and what they may do in it.

A `Pov` is a State as seen from the seats one viewer holds. Templates ask it; they decide nothing themselves.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import roster
from games.engine.position import BLANK, LINES, Mark, Outcome, Termination
from games.models import Status
from games.presence import NOBODY, Presence
from games.squares import square_name, square_title
from games.state import State
from games.verdicts import worth_in_words

TALLY_MOST = 10


@dataclass(frozen=True)
class Square:
    """One square of the board as drawn. `variant` picks one of four drawings; `move` is its number in the game.

    `worth` says what marking it leads to, where that is shown, and `winner` who would win: "X", "O" or nothing.
    """

    cell: int
    mark: str
    label: str
    playable: bool
    last: bool
    winning: bool
    move: int
    worth: str = ""
    winner: str = ""

    @property
    def number(self) -> int:
        return self.cell + 1

    @property
    def variant(self) -> int:
        return self.cell % 4


@dataclass(frozen=True)
class Plate:
    """The name plate of one side."""

    mark: str
    name: str
    you: bool
    computer: bool
    wins: int
    to_move: bool
    here: bool
    away: bool

    @property
    def tally(self) -> tuple[int, ...]:
        """The wins in tally marks: how many strokes each group has. The number beside it says what no longer fits."""
        groups, rest = divmod(min(self.wins, TALLY_MOST), 5)
        return (5,) * groups + ((rest,) if rest else ())


@dataclass(frozen=True)
class StripPlace:
    """One place of the move strip, with the ids of its drawings in _sprite.html.

    `newest` is the mark played, "x4"; nothing if it is still to come. `older` are the place before and what it adds.
    """

    number: int
    newest: str
    older: tuple[str, ...]
    label: str
    current: bool


@dataclass(frozen=True)
class Pov:
    """A game as seen by the holder of `marks` (none: a spectator).

    `watching` tells a visitor who chose to watch from one who has not chosen yet; `presence` says who is here;
    `reviewing`, that the page around it goes through a finished game move by move.
    """

    state: State
    marks: frozenset[Mark] = frozenset()
    watching: bool = False
    presence: Presence = NOBODY
    reviewing: bool = False

    # --- who is who

    @property
    def me(self) -> Mark | None:
        """The one mark the viewer plays; None for spectators and when one screen serves both."""
        return next(iter(self.marks)) if len(self.marks) == 1 else None

    @property
    def spectator(self) -> bool:
        return not self.marks

    @property
    def against_computer(self) -> bool:
        return any(seat.opponent for seat in self.state.seats.values())

    def name(self, mark: str) -> str:
        """What a side is called in sentences: a name, a computer player's name, or the mark itself on one screen."""
        seat = self.state.seats.get(mark)
        if self.state.one_screen:
            return str(mark)
        if seat is None:
            return _("your friend")
        if seat.opponent:
            return str(roster.NAMES[seat.opponent])
        guest = pgettext("a player without a name", "Guest")
        other = self.state.seats.get(Mark(mark).other)
        if not seat.name and self.spectator and other and other.player and not other.name:
            return _("%(name)s (%(mark)s)") % {"name": guest, "mark": mark}  # else both would be the same
        return seat.name or guest

    @property
    def x_name(self) -> str:
        return self.name(Mark.X)

    @property
    def o_name(self) -> str:
        return self.name(Mark.O)

    # --- what is shown

    @property
    def screen(self) -> str:
        """Which of the room's faces this is: waiting, invited, cancelled, board or review."""
        if self.state.status == Status.CANCELLED:
            return "cancelled"
        if self.state.status == Status.WAITING and self.marks:
            return "waiting"
        if self.state.status == Status.WAITING and not self.watching:
            return "invited"
        return "review" if self.reviewing and self.finished else "board"

    @property
    def outcome(self) -> Outcome | None:
        if self.state.status != Status.FINISHED:
            return None
        winner = Mark(self.state.winner) if self.state.winner else None
        board = self.state.position.outcome
        return Outcome(winner, Termination(self.state.ended), board.line if board else None)

    @property
    def playing(self) -> bool:
        return self.state.status == Status.STARTED

    @property
    def finished(self) -> bool:
        return self.state.status == Status.FINISHED

    @property
    def drawn(self) -> bool:
        return self.finished and not self.state.winner

    @property
    def won(self) -> bool:
        """Whether the viewer has won this game."""
        return self.me is not None and self.state.winner == self.me

    @property
    def to_move(self) -> Mark | None:
        return self.state.position.turn if self.playing else None

    @property
    def my_turn(self) -> bool:
        return self.to_move in self.marks

    @property
    def now(self) -> bool:
        """Whether the status is highlighted: something is asked of the viewer, or they have won."""
        return self.my_turn or self.won or (self.state.one_screen and self.finished and not self.drawn)

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
            return _("You marked %(square)s. %(status)s") % words
        return _("%(name)s marked %(square)s. %(status)s") % words

    @property
    def gone(self) -> str:
        """What stands above the ways to end a game the other has left."""
        return _("%(name)s left. You can wait, or claim the win.") % {"name": self.other_name}

    @property
    def company(self) -> tuple[object, ...]:
        """All that a change of who is here can change of what the viewer sees."""
        return self.plates, self.may_claim, self.wanted, self.may_ask_rematch

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
        name = {"name": self.other_name}
        if self.wanted and before.offered_by != self.me.other:
            return self.wish
        if before.offered_by != self.me or self.state.offered_by or before.status != self.state.status:
            return ""
        if len(self.state.record) < len(before.record):
            return _("%(name)s allowed it.") % name
        if self.state.record == before.record:
            return _("%(name)s said no.") % name
        return _("Too late: %(name)s has moved.") % name if self.my_turn else ""

    @property
    def wish(self) -> str:
        """What the other has asked for."""
        if self.playing:
            return _("%(name)s asks to take back a move.") % {"name": self.other_name}
        return _("%(name)s wants a rematch.") % {"name": self.other_name}

    @property
    def document_title(self) -> str:
        """The title of the tab; a dot says that it is the viewer's turn."""
        if self.screen == "cancelled":
            return _("This invite is over.")
        if self.screen == "invited":
            return self.preview_title
        return f"● {self.status}" if self.my_turn else self.status

    @property
    def squares(self) -> tuple[Square, ...]:
        position = self.state.position
        line = self.outcome.line if self.outcome else None
        last = int(self.state.record[-1]) if self.state.record else None
        worths = {cell: worth_in_words(position, cell) for cell in position.legal_moves} if self.hinted else {}
        return tuple(
            Square(
                cell=cell,
                mark="" if symbol == "_" else symbol,
                label=". ".join([self._label(cell, symbol, last), *worths.get(cell, ())[:1]]),
                playable=self.my_turn and symbol == "_",
                last=cell == last,
                winning=line is not None and cell in line,
                move=self.state.record.find(str(cell)) + 1,
                worth=worths.get(cell, ("", ""))[0],
                winner=worths.get(cell, ("", ""))[1],
            )
            for cell, symbol in enumerate(position.cells)
        )

    def _label(self, cell: int, symbol: str, last: int | None) -> str:
        words = {"square": square_title(cell), "mark": symbol}
        if symbol == "_":
            return _("%(square)s, empty") % words
        if cell == last:
            return _("%(square)s, %(mark)s, last move") % words
        return _("%(square)s, %(mark)s") % words

    @property
    def winning_line(self) -> str:
        """The name of the winning line as in the drawings, "1-5-9", or nothing."""
        line = self.outcome.line if self.outcome else None
        return "-".join(str(cell + 1) for cell in line) if line in LINES else ""

    @property
    def plates(self) -> tuple[Plate, Plate]:
        return self._plate(Mark.X, self.state.x_total), self._plate(Mark.O, self.state.o_total)

    def _plate(self, mark: Mark, wins: int) -> Plate:
        seat = self.state.seats.get(mark)
        return Plate(
            mark=mark,
            name=self.name(mark),
            you=self.me == mark,
            computer=bool(seat and seat.opponent),
            wins=wins,
            to_move=self.to_move == mark,
            here=mark in self.presence.here and mark != self.me,
            away=mark in self.presence.left and mark != self.me,
        )

    @property
    def strip(self) -> tuple[StripPlace, ...]:
        """The moves in order, and a place for each that may still come."""
        record = self.state.record
        # A capital names the paler drawing of a mark.
        older = ("tg", *(f"{symbol}{cell}" for cell, symbol in enumerate(self.state.start) if symbol != BLANK))
        places = []
        for index in range(9 - self.state.positions[0].ply):
            number, newest, label = index + 1, "", ""
            if index < len(record):
                mark, cell = self.state.positions[index].turn, int(record[index])
                newest, label = f"{mark.lower()}{cell}", f"{mark} {square_name(cell)}"
            places.append(StripPlace(number, newest, older, label, number == len(record)))
            older = (f"p{number}", newest.upper())
        return tuple(places)

    # --- what the viewer may do

    @property
    def hinted(self) -> bool:
        """Whether the viewer is shown what each square is worth."""
        return self.state.hint and self.my_turn

    @property
    def may_hint(self) -> bool:
        return self.state.hints and self.my_turn and not self.state.hint

    @property
    def may_resign(self) -> bool:
        return self.playing and not self.spectator

    @property
    def may_claim(self) -> bool:
        """Whether the other has been away for so long that the viewer may end the game."""
        return self.playing and self.me is not None and not self.my_turn and self.presence.claimant == self.me

    @property
    def may_take_back(self) -> bool:
        """Whether [Take back] is there: asking, or going back at once where nobody has to agree."""
        return self.playing and not self.state.offered_by and self.state.plies_before(self.marks) is not None

    @property
    def may_ask_rematch(self) -> bool:
        """Whether [Rematch] is there: asking, or starting at once where nobody has to agree."""
        return self.finished and not self.spectator and not self.state.next_code and not self._offer

    @property
    def asked(self) -> bool:
        """The viewer has asked for a rematch, or to take back, and waits for an answer."""
        return self.me is not None and self._offer == self.me

    @property
    def wanted(self) -> bool:
        """The other has asked, and the viewer may answer."""
        return self.me is not None and self._offer == self.me.other

    @property
    def _offer(self) -> str:
        """The mark whose offer is open. One of a rematch is over when its author has left, and when it was taken."""
        offer = self.state.offered_by
        over = self.state.next_code or (self.finished and offer in self.presence.left)
        return "" if not offer or over else offer

    @property
    def other_name(self) -> str:
        """The name of the one opposite; of X for a spectator."""
        return self.name(self.me.other if self.me else Mark.X)

    @property
    def winner_if_resigned(self) -> str:
        """Who wins if the viewer resigns; on one screen the side to move resigns."""
        return self.name((self.me or self.state.position.turn).other)

    # --- inviting

    @property
    def host(self) -> Mark:
        """The mark of whoever made this game; sensible while it waits for the second player."""
        return Mark(next(iter(self.state.seats)))

    @property
    def host_name(self) -> str:
        """The name of whoever made this game; empty if they gave none."""
        return self.state.seats[self.host].name

    @property
    def preview_title(self) -> str:
        """What a chat shows of the link, the same for everybody."""
        if self.state.status == Status.WAITING and self.host_name:
            return _("%(name)s invites you to play tic-tac-toe") % {"name": self.host_name}
        if self.state.status == Status.WAITING:
            return _("A friend invites you to play tic-tac-toe")
        if self.state.status == Status.CANCELLED:
            return _("Tic-tac-toe")
        return _("%(x)s against %(o)s at tic-tac-toe") % {"x": self.x_name, "o": self.o_name}

    @property
    def may_change(self) -> bool:
        """Whether a page without a script has something to wait for, and refreshes itself."""
        if self.state.status == Status.WAITING:
            return self.screen != "invited"
        return (self.playing and not self.my_turn) or (self.finished and self.asked)
