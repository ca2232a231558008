"""The status of a game, in words."""

from dataclasses import replace

import pytest

from games.engine.classic import CLASSIC
from games.engine.notakto import NOTAKTO
from games.engine.vanishing import VANISHING
from games.engine.wild import WILD
from games.play.selectors.presence import Presence
from games.play.selectors.state import SeatState
from games.play.words.news import news_since, said_since
from games.play.words.pov import Pov
from games.play.words.status import caption, comfort, goes_first, sides_swapped, status_of
from tests.support.states import ADA, BEN, COMPUTER, DRAWN, EVE, ONE_SCREEN, RESIGNED, UNNAMED, WON, seen_by, state


@pytest.mark.parametrize(
    ("shown", "x_sees", "o_sees", "others_see"),
    [
        (state(), "Your turn", "Ada’s turn", "Ada’s turn"),
        (state("5"), "Ben’s turn", "Your turn", "Ben’s turn"),
        (state("1 4 2 5 3", **WON), "You win!", "Ada wins.", "Ada wins."),
        (state("1", **RESIGNED), "Ben gave up. You win!", "You gave up.", "Ben gave up. Ada wins."),
        (state("1 2 3 5 4 6 8 7 9", **DRAWN), "Draw. Good game.", "Draw. Good game.", "Draw."),
        (state("1 4 2 5 3", **WON, **ONE_SCREEN), *["X wins."] * 3),
        (state("5", **COMPUTER), "Hard is thinking…", "Hard’s turn", "Hard’s turn"),
        (state(**UNNAMED), "Your turn", "Guest’s turn", "Guest (X)’s turn"),
        (
            state("5", place=1, status="finished", ended="time", winner="X"),
            "Ben ran out of time. You win!",
            "You ran out of time. Ada wins.",
            "Ben ran out of time. Ada wins.",
        ),
        (state("5", place=1, status="finished", ended="abandoned"), *["Never finished, so it’s a draw."] * 3),
    ],
)
def test_the_status_line(shown, x_sees, o_sees, others_see):
    assert [status_of(seen_by(who, shown)) for who in (ADA, BEN, EVE)] == [x_sees, o_sees, others_see]


def test_a_player_who_lost_to_three_in_a_row_sees_a_kind_word():
    won = state("1 4 2 5 3", **WON)
    assert [comfort(seen_by(who, won)) for who in (ADA, BEN, EVE)] == ["", "So close! Again?", ""]
    assert comfort(seen_by(BEN, state("1", **RESIGNED))) == comfort(seen_by(BEN, state("1"))) == ""


def test_a_host_sees_whether_someone_has_opened_the_invite():
    invite = state(status="waiting", seats={"X": SeatState(ADA, "Ada", "")})
    alone = Pov(invite, invite.marks_of(ADA))
    read = replace(alone, presence=Presence(readers=1))
    assert said_since(read, alone.presence) == "Someone has opened your link."
    stranger = Pov(invite, presence=read.presence)
    assert said_since(read, Presence(readers=2)) == said_since(alone, read.presence) == ""
    assert said_since(stranger, alone.presence) == news_since(read, alone.presence) == ""
    assert not replace(read, state=state()).invite_read


def test_a_rematch_says_that_sides_are_swapped_until_the_first_move():
    again = state(draws=1)
    assert sides_swapped(seen_by(ADA, again)) == "This time you’re X, and you start."
    assert sides_swapped(seen_by(BEN, again)) == "This time you’re O. Ada starts."
    assert sides_swapped(seen_by(BEN, state("5", draws=1)))
    others = [seen_by(ADA, state("5", draws=1)), seen_by(BEN, state("5 1", draws=1)), seen_by(EVE, again)]
    others += [seen_by(ADA, state()), seen_by(ADA, state(draws=1, **ONE_SCREEN))]
    assert [sides_swapped(pov) for pov in others] == [""] * 5


class TestCaption:
    """The line below the board."""

    # The first side has the squares 1, 2, 4, the second 6, 8, 9.
    SIX = "1 6 2 8 4 9"
    TWICE = "3 2 8 6 5 4 1 7 3 2 8 6 5 4"

    def test_it_is_the_short_rule_except_in_the_classic_game(self):
        assert caption(seen_by(ADA, state())) == ""
        assert caption(seen_by(ADA, state(variant=WILD))) == "Three of the same in a row wins."

    def test_it_says_whose_move_removes_the_next_mark(self):
        captions = [caption(seen_by(who, state(self.SIX, variant=VANISHING))) for who in (ADA, BEN)]
        assert captions == ["Your next mark removes the faded one.", "The faded mark disappears with the next move."]

    def test_everyone_is_warned_that_a_position_has_occurred_twice(self):
        again = state(self.TWICE, variant=VANISHING)
        assert {caption(seen_by(who, again)) for who in (ADA, BEN, EVE)} == {"One more repeat and it’s a draw."}


@pytest.mark.parametrize(
    ("variant", "host", "words"),
    [
        (CLASSIC, {"X": SeatState(ADA, "Ada", "")}, "Ada is X and starts."),
        (CLASSIC, {"X": SeatState(ADA, "", "")}, "Your friend is X and starts."),
        (CLASSIC, {"O": SeatState(ADA, "Ada", "")}, "X starts, and that’s you."),
        (WILD, {"X": SeatState(ADA, "Ada", "")}, "Ada starts."),
        (WILD, {"X": SeatState(ADA, "", "")}, "Your friend starts."),
        (NOTAKTO, {"O": SeatState(ADA, "Ada", "")}, "You start."),
    ],
)
def test_an_invited_friend_sees_who_starts(variant, host, words):
    assert goes_first(seen_by(BEN, state(variant=variant, status="waiting", seats=host))) == words
