"""The position editor, in words."""

import pytest
from django.core.exceptions import ValidationError

from games.engine.classic import CLASSIC
from games.engine.notakto import NOTAKTO
from games.engine.vanishing import VANISHING
from games.engine.wild import WILD
from games.play.words import editor
from games.play.words.squares import ages_in_words
from games.play.words.verdicts import worths_in_words


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ("XO_______", "Game not finished"),
        ("XOXXOOOXX", "Draw"),
        ("XXXOO____", "X wins"),
        ("OOOXX_X__", "O wins"),
    ],
)
def test_the_state_of_a_position(cells, words):
    assert editor.state_of(CLASSIC, editor.parse(CLASSIC, cells)) == words


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ("XO", "nine symbols"),
        ("XO_______X", "nine symbols"),
        ("XO__?____", "only contain X, O and _"),
        ("XX_______", "as many Xs as Os"),
        ("XXXOOO___", "Both sides have three in a row"),
        ("XXXOO_O__", "played on"),
    ],
)
def test_an_impossible_position_is_explained(cells, words):
    with pytest.raises(ValidationError, match=words):
        editor.parse(CLASSIC, cells)


@pytest.mark.parametrize(
    ("cells", "cell", "worth"),
    [
        ("XX_OO____", 2, ("X wins", "X")),
        ("XX_OO____", 8, ("O wins in 1", "O")),
        ("XO_______", 6, ("X wins in 2", "X")),
        ("_________", 4, ("draw", "")),
        ("X________", 1, ("X wins in 3", "X")),
        ("XO____X__", 3, ("X wins in 2", "X")),
    ],
)
def test_worth_counts_the_winners_own_moves(cells, cell, worth):
    assert worths_in_words(CLASSIC, CLASSIC.position(cells))[cell] == worth


def test_a_click_cycles_through_x_o_empty():
    after = [square.value for square in editor.board_of(CLASSIC, "XO_______").squares][:3]
    assert after == ["OO_______", "X________", "XOX______"]


def test_an_impossible_board_is_drawn_without_worth():
    assert {square.worth for square in editor.board_of(CLASSIC, "XXX______").squares} == {""}


def test_if_both_write_x_a_click_toggles_it():
    after = [square.value for square in editor.board_of(NOTAKTO, "X________").squares][:2]
    assert after == ["_________", "XX_______"]


@pytest.mark.parametrize(
    ("variant", "cells", "words"),
    [
        (NOTAKTO, "XO_______", "only contain X and _"),
        (NOTAKTO, "XXX___XXX", "Two lines are complete"),
        (WILD, "XXX___OOO", "Two lines are complete"),
        (VANISHING, "X123O45", "No game can lead to this position"),
        (VANISHING, "X________", "No game can lead to this position"),
    ],
)
def test_an_impossible_position_is_explained_in_the_variants_words(variant, cells, words):
    with pytest.raises(ValidationError, match=words):
        editor.parse(variant, cells)


def test_the_winner_has_the_name_of_the_side():
    assert editor.state_of(NOTAKTO, NOTAKTO.position("XXX______")) == "2nd wins"
    assert editor.state_of(WILD, WILD.position("OOO______")) == "1st wins"


def test_a_position_with_ages_has_no_buttons():
    shown = editor.board_to_look_at(VANISHING, VANISHING.position("X158O347"))
    assert "".join(square.mark or "_" for square in shown.squares) == "X_OOX_OX_"
    assert shown.field == ""
    assert [square.cell for square in shown.squares if square.look == "going"] == [0]
    assert ages_in_words(VANISHING, VANISHING.position("X158O347")) == [
        "X, oldest first: top left, centre, bottom middle.",
        "O, oldest first: top right, middle left, bottom left.",
    ]
    assert ages_in_words(CLASSIC, CLASSIC.position("XO_______")) == []
