"""The words for a game in link previews and below its picture."""

import pytest

from games.engine.notakto import NOTAKTO
from games.play.words.titles import preview, standing, standing_in_words
from tests.support.states import ADA, DRAWN, RESIGNED, WON, seen_by, state


def test_a_preview_says_whose_turn_it_is_and_how_a_game_ended():
    waiting = state(status="waiting", seats={"X": state().seats["X"]})
    shown = [state("5"), state("1 4 2 5 3", **WON), waiting]
    assert [preview(seen_by(ADA, one)) for one in shown] == ["Ben’s turn", "Ada wins.", ""]


@pytest.mark.parametrize(
    ("shown", "stands", "words"),
    [
        (state(status="waiting"), "X-turn", "X’s turn"),
        (state("5"), "O-turn", "O’s turn"),
        (state("1 4 2 5 3", **WON), "X-wins", "X wins."),
        (state("5", **RESIGNED), "X-wins", "X wins."),
        (state("1 2 3 5 4 6 8 7 9", **DRAWN), "draw", "Draw."),
        (state("5", variant=NOTAKTO), "O-turn", "2nd’s turn"),
        (state(status="cancelled"), "", ""),
        (state("5", **RESIGNED, place=1, kind="arena"), "", ""),  # it does not count
    ],
)
def test_a_picture_describes_the_game_by_side(shown, stands, words):
    assert standing(shown) == stands
    assert standing_in_words(shown.variant, stands) == words
