"""The words for a game in the tab's title, in link previews and below its picture."""

import pytest

from games.engine.notakto import NOTAKTO
from games.play.words.titles import document_title, standing, standing_in_words
from tests.support.states import ADA, BEN, DRAWN, EVE, ONE_SCREEN, RESIGNED, WON, seen_by, state


@pytest.mark.parametrize(
    ("who", "shown", "title"),
    [
        (BEN, state("5"), "● Your turn · Ada · Tic-tac-toe"),
        (ADA, state("5"), "Ben’s turn · Tic-tac-toe"),
        (ADA, state("1 4 2 5 3", **WON), "You win! · Ben · Tic-tac-toe"),
        (EVE, state("5"), "Ben’s turn · Ada – Ben · Tic-tac-toe"),
        (ADA, state("5", **ONE_SCREEN), "● O’s turn · Tic-tac-toe"),
        (ADA, state(status="waiting", seats={"X": state().seats["X"]}), "Waiting for a second player… · Tic-tac-toe"),
        (ADA, state(status="cancelled"), "This invite has expired. · Tic-tac-toe"),
        (EVE, state(status="waiting", seats={"X": state().seats["X"]}), "Ada invites you to play tic-tac-toe"),
    ],
)
def test_the_tab_shows_the_status_the_opponent_and_the_site(who, shown, title):
    assert document_title(seen_by(who, shown)) == title


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
