"""The reasons why moves are illegal and positions impossible, in each game."""

import pytest

from games.engine.classic import CLASSIC
from games.engine.notakto import NOTAKTO
from games.engine.position import IllegalMove, ImpossiblePosition, Mark, MoveError, PositionError
from games.engine.vanishing import VANISHING
from games.engine.wild import WILD
from tests.support.boards import board


@pytest.mark.parametrize(
    ("variant", "rows", "move", "reason"),
    [
        (CLASSIC, "X__ ___ ___", 9, MoveError.NOT_A_SQUARE),
        (CLASSIC, "X__ ___ ___", -1, MoveError.NOT_A_SQUARE),
        (CLASSIC, "X__ ___ ___", 0, MoveError.TAKEN),
        (CLASSIC, "XXX OO_ ___", 8, MoveError.OVER),
        (VANISHING, "X125 O467", 0, MoveError.GOING),
        (VANISHING, "X125 O467", 1, MoveError.TAKEN),
        (VANISHING, "X125 O467", 9, MoveError.NOT_A_SQUARE),
        (VANISHING, "X125 O467", "8", MoveError.NOT_A_SQUARE),
        (VANISHING, "O45 X123", 8, MoveError.OVER),
        (WILD, "X__ ___ ___", (0, Mark.O), MoveError.TAKEN),
        (WILD, "X__ ___ ___", (9, Mark.X), MoveError.NOT_A_SQUARE),
        (WILD, "X__ ___ ___", (4, "Z"), MoveError.NOT_A_SQUARE),
        (WILD, "X__ ___ ___", 4, MoveError.NOT_A_SQUARE),
    ],
)
def test_an_illegal_move_says_why(variant, rows, move, reason):
    with pytest.raises(IllegalMove) as caught:
        board(rows, variant).play(move)
    assert caught.value.reason is reason


@pytest.mark.parametrize(
    ("variant", "reason", "texts"),
    [
        (CLASSIC, PositionError.LENGTH, ("X", "XX________")),
        (CLASSIC, PositionError.SYMBOLS, ("XO__x____", "?X_______", "________x", "XO_\u200b_____")),
        (CLASSIC, PositionError.COUNTS, ("XX_______", "O________")),
        (CLASSIC, PositionError.TWO_WINNERS, ("XXXOOO___",)),
        (CLASSIC, PositionError.PLAYED_ON, ("XXXOO_O__", "OOOXX_XX_")),
        (VANISHING, PositionError.SYMBOLS, ("", "X1", "X1X2", "X0O", "x1o2", "X1234O567")),
        (VANISHING, PositionError.COUNTS, ("X1O", "XO1", "O12X34", "X11O23", "X12O23")),
        (VANISHING, PositionError.PLAYED_ON, ("X123O468",)),
        (NOTAKTO, PositionError.SYMBOLS, ("XO_______",)),
        (NOTAKTO, PositionError.TWO_ROWS, ("XXXXXX___",)),
        (WILD, PositionError.SYMBOLS, ("XOZ______",)),
        (WILD, PositionError.TWO_ROWS, ("XXXOOO___", "XXXXXX___")),
    ],
)
def test_an_impossible_position_says_why(variant, reason, texts):
    for text in texts:
        with pytest.raises(ImpossiblePosition) as caught:
            variant.position(text)
        assert caught.value.reason is reason
