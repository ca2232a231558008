"""Verdicts in words."""

import re

import pytest

from games.engine.analysis import JudgedMove
from games.engine.classic import CLASSIC, SOLVER
from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.vanishing import VANISHING
from games.engine.wild import WILD
from games.play.words.squares import square_name
from games.play.words.verdicts import (
    starting_in_words,
    verdict_sentence,
    verdict_title,
    worth_in_words,
    worths_in_words,
)
from tests.support.boards import board, every_position

MOVES = [JudgedMove(CLASSIC, position, cell) for position in every_position() for cell in position.legal_moves]
NAMES = {square_name(CLASSIC, cell): cell for cell in range(9)}


@pytest.mark.parametrize(
    ("rows", "square", "title", "sentence"),
    [
        (
            "__O OX_ X__",
            1,
            "Missed a win",
            "Better: bottom middle or bottom right, then X wins in 1 move. After this move it was a draw.",
        ),
        (
            "X__ ___ ___",
            2,
            "Turned a draw into a loss",
            "Better: centre, to keep the draw. After this move X could win in 3 moves.",
        ),
        (
            "___ _X_ ___",
            2,
            "Turned a draw into a loss",
            "Better: any corner, to keep the draw. After this move X could win in 3 moves.",
        ),
        (
            "XX_ OO_ ___",
            9,
            "Turned a win into a loss",
            "Better: top right, to win at once. After this move O could win in 1 move.",
        ),
        ("XX_ OO_ ___", 3, "Best", "Three in a row."),
        ("X__ ___ ___", 5, "Best", "The only way to keep the draw."),
        ("___ ___ ___", 5, "Best", "Keeps the draw."),
        ("XO_ ___ ___", 5, "Best", "Wins in 2 moves."),
        ("XOX OXO OX_", 9, "Best", "Three in a row."),
        ("XOX XOO OX_", 9, "Best", "The board is full."),
        ("X_X _O_ O_X", 2, "Best", "Already lost: X wins in 1 move."),
    ],
)  # fmt: skip
def test_the_verdict_says_what_a_move_was_worth(rows, square, title, sentence):
    move = JudgedMove(CLASSIC, board(rows), square - 1)
    assert (verdict_title(move), verdict_sentence(move)) == (title, sentence)


def test_a_slower_win_and_a_sooner_loss_say_what_was_better():
    fine = {verdict_title(move): verdict_sentence(move) for move in MOVES if move.verdict == "fine"}
    better = r"(to win at once|then [XO] wins in \d moves?)"
    assert re.fullmatch(rf"Wins in \d moves?\. Better: .+, {better}\.", fine["Good, but slower"])
    sooner = r"Already lost: [XO] wins in \d moves?\. Better: .+, so that [XO] needs \d moves? to win\."
    assert re.fullmatch(sooner, fine["Loses faster"])


def named(words: str) -> set[int]:
    """The cells named in a list of squares."""
    names = [name.strip() for name in re.split(r",| or ", words)]
    return set().union(*(CLASSIC.motifs.get(name) or {NAMES[name]} for name in names))


def test_every_sentence_names_the_best_squares_and_no_others():
    for move in MOVES:
        if move.verdict != "best":
            [words] = re.findall(r"Better: ([^.]+), (?:to|so that|then) ", verdict_sentence(move))
            assert named(words) == set(SOLVER.best_moves(move.before))


@pytest.mark.slow
def test_turning_the_board_changes_nothing_but_the_names_of_squares():
    for move in MOVES[::7]:
        for symmetry in CLASSIC.symmetries:
            turned = JudgedMove(CLASSIC, symmetry.position(move.before), symmetry.move(move.move))
            assert verdict_title(turned) == verdict_title(move)
            counted = [re.findall(r"\d|[XO] (?:could )?wins?", verdict_sentence(one)) for one in (turned, move)]
            assert counted[0] == counted[1]


@pytest.mark.parametrize(
    ("rows", "square", "words"),
    [
        ("__O OX_ X__", 8, ("X wins in 1", "X")),
        ("__O OX_ X__", 2, ("draw", "")),
        ("X__ ___ ___", 2, ("X wins in 3", "X")),
    ],
)
def test_the_worth_of_a_square(rows, square, words):
    assert worth_in_words(CLASSIC, board(rows), square - 1) == words


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        (CLASSIC, "With best play it is a draw."),
        (VANISHING, "Whoever starts can always win."),
        (MISERE, "With best play it is a draw."),
        (NOTAKTO, "Whoever starts can always win."),
        (WILD, "Whoever starts can always win."),
    ],
)
def test_each_variant_says_what_starting_is_worth_and_not_how(variant, words):
    assert starting_in_words(variant) == words


def sentence_in(variant, rows: str, label: str) -> str:
    return verdict_sentence(JudgedMove(variant, board(rows, variant), variant.labelled(label)))


@pytest.mark.parametrize(
    ("variant", "rows", "label", "sentence"),
    [
        (MISERE, "XX_ OOX XOO", "3", "Three in a row, which loses here."),
        (
            NOTAKTO,
            "XX_ ___ ___",
            "3",
            "Better: bottom left, then 1st wins in 1 move. Three in a row, which loses here.",
        ),
        (WILD, "XX_ ___ ___", "3X", "Three of the same in a row."),
        (WILD, "XOX OXX OX_", "9O", "Better: bottom right (X), to win at once. The board is full."),
    ],
)
def test_how_a_move_is_judged_is_true_in_its_game(variant, rows, label, sentence):
    assert sentence_in(variant, rows, label) == sentence


def test_in_wild_the_better_of_two_moves_on_a_square_is_told_with_its_mark():
    told = worths_in_words(WILD, board("XX_ ___ ___", WILD))
    assert told[2] == ("X: 1st wins", "")


def test_a_square_on_which_it_is_all_the_same_what_one_writes_names_no_mark():
    told = worths_in_words(WILD, WILD.start)
    assert told[4] == ("1st wins in 3", "")
