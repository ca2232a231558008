"""Verdicts in words."""

import pytest

from games.engine.analysis import JudgedMove
from games.engine.classic import CLASSIC
from games.play.words.verdicts import verdict_sentence, verdict_title
from tests.support.boards import board


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
