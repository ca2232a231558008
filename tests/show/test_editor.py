"""A position set up by hand, in words."""

import pytest
from django.core.exceptions import ValidationError

from games.engine.classic import CLASSIC
from games.show import editor
from games.show.verdicts import worths_in_words


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ("XO_______", "Game not finished"),
        ("XOXXOOOXX", "Draw"),
        ("XXXOO____", "X wins"),
        ("OOOXX_X__", "O wins"),
    ],
)
def test_how_a_position_stands(cells, words):
    assert editor.state_of(editor.parse(CLASSIC, cells)) == words


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ("XO", "nine symbols"),
        ("XO_______X", "nine symbols"),
        ("XO__?____", "X, O and _ only"),
        ("XX_______", "as many X as O"),
        ("XXXOOO___", "Both have three in a row"),
        ("XXXOO_O__", "played on"),
    ],
)
def test_what_is_impossible_is_said(cells, words):
    with pytest.raises(ValidationError, match=words):
        editor.parse(CLASSIC, cells)


@pytest.mark.parametrize(
    ("cells", "cell", "worth"),
    [
        ("XX_OO____", 2, ("X wins in 1", "X")),
        ("XX_OO____", 8, ("O wins in 1", "O")),
        ("XO_______", 6, ("X wins in 3", "X")),
        ("_________", 4, ("draw", "")),
        ("X________", 1, ("X wins in 3", "X")),
        ("XO____X__", 3, ("X wins in 2", "X")),
    ],
)
def test_worth_counts_the_winners_own_moves(cells, cell, worth):
    assert worths_in_words(CLASSIC, CLASSIC.position(cells))[cell] == worth


def test_a_click_goes_round_x_o_empty():
    after = [square.value for square in editor.board_of(CLASSIC, "XO_______").squares][:3]
    assert after == ["OO_______", "X________", "XOX______"]


def test_an_impossible_board_is_drawn_without_worth():
    assert {square.worth for square in editor.board_of(CLASSIC, "XXX______").squares} == {""}
