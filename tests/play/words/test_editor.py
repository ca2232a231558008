"""The position editor, in words."""

import pytest
from django.core.exceptions import ValidationError

from games.engine.classic import CLASSIC
from games.engine.notakto import NOTAKTO
from games.engine.vanishing import VANISHING
from games.play.words import editor
from games.play.words.verdicts import worths_in_words


@pytest.mark.parametrize(
    ("variant", "cells", "words"),
    [
        (CLASSIC, "XO_______", "Game not finished"),
        (CLASSIC, "XOXXOOOXX", "Draw"),
        (CLASSIC, "XXXOO____", "X wins"),
        (NOTAKTO, "XXX______", "2nd wins"),
    ],
)
def test_a_possible_position_is_described(variant, cells, words):
    assert editor.state_of(variant, editor.parse(variant, cells)) == words


@pytest.mark.parametrize(
    ("variant", "cells", "words"),
    [
        (CLASSIC, "XO", "nine symbols"),
        (CLASSIC, "XO__?____", "only contain X, O and _"),
        (CLASSIC, "XX_______", "as many Xs as Os"),
        (CLASSIC, "XXXOOO___", "Both sides have three in a row"),
        (CLASSIC, "XXXOO_O__", "played on"),
        (NOTAKTO, "XO_______", "only contain X and _"),
        (NOTAKTO, "XXX___XXX", "Two lines are complete"),
        (VANISHING, "X123O45", "No game can lead to this position"),
    ],
)
def test_an_impossible_position_is_explained(variant, cells, words):
    with pytest.raises(ValidationError, match=words):
        editor.parse(variant, cells)


@pytest.mark.parametrize(
    ("cells", "cell", "worth"),
    [("XX_OO____", 2, ("X wins", "X")), ("XX_OO____", 8, ("O wins in 1", "O")), ("_________", 4, ("draw", ""))],
)
def test_worth_counts_the_winners_own_moves(cells, cell, worth):
    assert worths_in_words(CLASSIC, CLASSIC.position(cells))[cell] == worth


@pytest.mark.parametrize(
    ("variant", "cells", "after"),
    [
        (CLASSIC, "XO_______", ["OO_______", "X________", "XOX______"]),
        (NOTAKTO, "X________", ["_________", "XX_______"]),
    ],
)
def test_a_click_changes_a_square_to_the_next_symbol(variant, cells, after):
    values = [square.value for square in editor.board_of(variant, cells).squares]
    assert values[: len(after)] == after


def test_an_impossible_board_is_drawn_without_worth():
    assert {square.worth for square in editor.board_of(CLASSIC, "XXX______").squares} == {""}


def test_a_position_with_ages_has_no_buttons():
    shown = editor.read_only_board(VANISHING, VANISHING.position("X158O347"))
    assert "".join(square.mark or "_" for square in shown.squares) == "X_OOX_OX_"
    assert shown.field == ""
    assert [square.cell for square in shown.squares if square.look == "going"] == [0]
