"""A game from one viewer's point of view: the state from their side, and their possible actions."""

from dataclasses import dataclass, replace
from typing import Final, Self

from django.utils.functional import cached_property
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.engine.position import Mark, Termination
from games.play.models import Status
from games.play.selectors.presence import NOBODY, Presence
from games.play.selectors.state import State
from games.play.words import placeholders, roster
from games.play.words.rules import side_name
from games.site.speech import PLAIN, Speech
from games.site.words.names import isolated

LONG_PAUSE: Final = 10  # seconds before a page moves on, for a player with more time


@dataclass(frozen=True)
class Pov:
    """A State as seen by the player of these `marks`; a spectator has none.

    `watching` means that a visitor has chosen to watch; `reviewing` means that the surrounding page is a review.
    `write` is the mark that the viewer has chosen to write, in games with that choice. `speech` is how the game is
    announced to the viewer.
    """

    state: State
    marks: frozenset[Mark] = frozenset()
    watching: bool = False
    presence: Presence = NOBODY
    reviewing: bool = False
    write: str = ""
    speech: Speech = PLAIN

    # --- the viewer and the players

    @property
    def me(self) -> Mark | None:
        """The one mark the viewer plays; None for spectators and on one screen."""
        return next(iter(self.marks)) if len(self.marks) == 1 else None

    @property
    def spectator(self) -> bool:
        return not self.marks

    @property
    def against_computer(self) -> bool:
        return any(seat.opponent for seat in self.state.seats.values())

    def name(self, mark: str) -> str:
        """Return `called`, with `side` added for a spectator if neither player has a name."""
        seats, called = self.state.seats, self.called(mark)
        two = self.spectator and len(seats) == 2 and not self.state.one_screen
        if two and all(seat.player and not seat.name for seat in seats.values()):
            # Translators: a player without a name, and their mark: "Guest (X)".
            return _("%(name)s (%(mark)s)") % {"name": called, "mark": self.side(mark)}
        return called

    def side(self, mark: str) -> str:
        """Return the name of a side, whoever plays it: its mark, or "1st" or "2nd"."""
        return side_name(self.state.variant, mark)

    def called(self, mark: str) -> str:
        """Return the name of a person or a computer player, or `side` on one screen."""
        seat = self.state.seats.get(mark)
        if self.state.one_screen:
            return self.side(mark)
        if seat is None:
            return pgettext("in place of a name", "Nobody yet")
        name = isolated(seat.name, get_language() or "")
        if seat.opponent:
            return roster.called(seat.opponent, name)
        if name:
            return name
        if mark == self.me:
            return pgettext("in place of a name", "You")
        return pgettext("a player without a name", "Guest")

    @property
    def other_name(self) -> str:
        """The opponent's name; for a spectator that of X."""
        return self.name(self.me.other if self.me else Mark.X)

    @property
    def inviter(self) -> Mark:
        """The mark of the game's creator. Use only while the game waits for a second player."""
        return Mark(next(iter(self.state.seats)))

    @property
    def inviter_name(self) -> str:
        """The creator's name; "" if they gave none."""
        return isolated(self.state.seats[self.inviter].name, get_language() or "")

    @property
    def invite_read(self) -> bool:
        """Whether someone else is reading this invite. Crawlers, which open no socket, do not count."""
        return self.state.status == Status.WAITING and self.presence.readers > 0

    @property
    def others_here(self) -> str:
        """The marks of the other players who are here."""
        return "".join(mark for mark in self.presence.here if mark != self.me)

    @property
    def others_away(self) -> str:
        """The marks of the other players who have left."""
        return "".join(mark for mark in self.presence.left if mark != self.me)

    @property
    def shown_presence(self) -> tuple[object, ...]:
        """Everything shown that depends on presence."""
        return self.others_here, self.others_away, self.may_claim, self.claim_in, self.invite_read

    @cached_property
    def with_placeholders(self) -> "Pov":
        """This Pov with placeholders, equal for games that look alike."""
        # A fragment shows whether someone reads an invite, but not the number of spectators.
        presence = replace(self.presence, claim_in=self.claim_in, readers=int(self.invite_read), watchers=0)
        return replace(self, state=placeholders.in_state(self.state), presence=presence)

    # --- the state of the game

    @property
    def screen(self) -> str:
        """The screen of the room to show: "waiting", "invited", "cancelled", "board" or "review"."""
        if self.state.status == Status.CANCELLED:
            return "cancelled"
        if self.state.status == Status.WAITING and self.marks:
            return "waiting"
        if self.state.status == Status.WAITING and not self.watching:
            return "invited"
        return "review" if self.reviewing and self.finished else "board"

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
    def highlighted(self) -> bool:
        """Whether to highlight the status: the viewer is to move or has won, or someone has won on one screen."""
        return self.my_turn or self.won or (self.state.one_screen and self.finished and not self.drawn)

    def before_reply(self, before: State) -> Self | None:
        """Return the game before the computer's reply, to show while it seems to think; None if it has not replied."""
        state = self.state
        if not (self.me and self.against_computer):
            return None
        if state.plies != before.plies + 2 or not state.record.startswith(before.record):
            return None
        return replace(self, state=state.at(state.plies - 1))

    @property
    def clock_runs(self) -> bool:
        """Whether a clock runs for the side to move."""
        return self.playing and self.state.move_by is not None

    @property
    def warned_at(self) -> int:
        """The number of seconds left at which the viewer is warned."""
        return min(self.speech.warning, self.state.seconds_to_move // 2)

    @property
    def leaves_after(self) -> int:
        """The seconds until a player's page returns from a finished game to the tournament; 0 if it stays. The
        pause is short after a broken-off game against the computer, because a new opponent waits."""
        if not (self.finished and self.state.in_tournament) or self.spectator or self.reviewing:
            return 0
        if self.me and self.me in self.state.more_time:
            return LONG_PAUSE
        return 1 if self.against_computer and self.state.ended == Termination.ABANDONED else 3

    # --- the viewer's possible actions

    @property
    def hinted(self) -> bool:
        """Whether to show the viewer what each square is worth."""
        return self.state.hint and self.my_turn

    @property
    def may_claim(self) -> bool:
        """Whether the viewer may end the game because the opponent has been away too long."""
        return self.playing and self.me is not None and not self.my_turn and self.presence.claimant == self.me

    @property
    def claim_in(self) -> int:
        """The seconds until the viewer may end the game because the opponent is away; 0 if that is not soon."""
        return self.presence.claim_in if self.playing and self.me is not None and not self.my_turn else 0

    @property
    def may_take_back(self) -> bool:
        """Whether to show [Take back], which asks the opponent or, without one, acts immediately."""
        moved = self.state.plies_before(self.marks) is not None
        return self.playing and moved and not self.state.offered_by and not self.state.in_tournament

    @property
    def may_ask_rematch(self) -> bool:
        """Whether to show [Rematch], which asks the opponent or, without one, starts immediately."""
        over = self.finished and not self.spectator and not self.state.in_tournament
        return over and not self.state.next_code and not self._offer

    @property
    def asked(self) -> bool:
        """Whether the viewer's offer waits for an answer."""
        return self.me is not None and self._offer == self.me

    @property
    def wanted(self) -> bool:
        """Whether the opponent's offer waits for the viewer's answer."""
        return self.me is not None and self._offer == self.me.other

    @property
    def _offer(self) -> str:
        """The side with an open offer, or "". A rematch offer ends when the rematch starts."""
        return "" if self.state.next_code else self.state.offered_by

    @property
    def may_change(self) -> bool:
        """Whether a page without a script refreshes itself, because it waits for a change."""
        if self.state.status == Status.WAITING:
            return self.screen != "invited"
        return (self.playing and not self.my_turn) or (self.finished and self.asked)
