"""Wild: players write X or O in any move, and three equal marks in a row win."""

from functools import partial

import pytest

from games.engine.position import IllegalMove, ImpossiblePosition, Mark, MoveError, Outcome, PositionError, Termination
from games.engine.wild import WILD
from tests.support.boards import board, played

wild = partial(board, variant=WILD)


def test_a_move_is_a_square_and_either_mark():
    assert len(wild("___ ___ ___").legal_moves) == 18
    assert wild("XOX XO_ OXO").legal_moves == ((5, Mark.X), (5, Mark.O))


def test_either_side_writes_either_mark():
    assert played("5O 1O 9X", WILD)[-1] == wild("O__ _O_ __X")


def test_a_player_who_completes_a_row_wins_with_either_mark():
    first, second = wild("XX_ OO_ ___"), wild("XX_ OO_ __X")
    assert first.play((2, Mark.X)).outcome == Outcome(Mark.X, Termination.LINE, (0, 1, 2))
    assert first.play((5, Mark.O)).outcome == Outcome(Mark.X, Termination.LINE, (3, 4, 5))
    assert second.play((2, Mark.X)).outcome == Outcome(Mark.O, Termination.LINE, (0, 1, 2))
    assert second.play((5, Mark.O)).outcome == Outcome(Mark.O, Termination.LINE, (3, 4, 5))


def test_three_different_marks_are_not_a_row():
    assert wild("XX_ ___ ___").play((2, Mark.O)).outcome is None


def test_a_full_board_without_a_row_is_a_draw():
    assert wild("XOX XOX OX_").play((8, Mark.O)).outcome == Outcome(None, Termination.FULL)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ((0, Mark.O), MoveError.TAKEN),
        ((9, Mark.X), MoveError.NOT_A_SQUARE),
        ((4, "Z"), MoveError.NOT_A_SQUARE),
        (4, MoveError.NOT_A_SQUARE),
    ],
)
def test_an_illegal_move_says_why(move, reason):
    with pytest.raises(IllegalMove) as caught:
        wild("X__ ___ ___").play(move)
    assert caught.value.reason is reason


def test_a_move_is_written_as_its_square_and_its_mark():
    assert (WILD.write((4, Mark.X)), WILD.label((4, Mark.X))) == ("4X", "5X")
    assert WILD.moves("4X0O") == ((4, Mark.X), (0, Mark.O))


@pytest.mark.parametrize("text", ["", "4", "X", "9X", "4x", "4Z", "4XX", "X4"])
def test_a_malformed_square_and_mark_is_refused(text):
    with pytest.raises(IllegalMove):
        WILD.read(text)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("XO", PositionError.LENGTH),
        ("XOZ ___ ___", PositionError.SYMBOLS),
        ("XXX OOO ___", PositionError.TWO_ROWS),
        ("XXX XXX ___", PositionError.TWO_ROWS),
    ],
)
def test_an_impossible_position_says_why(rows, reason):
    with pytest.raises(ImpossiblePosition) as caught:
        wild(rows)
    assert caught.value.reason is reason


def test_any_number_of_each_mark_is_possible():
    assert wild("XXO X__ ___").turn is Mark.X


def test_symmetries_turn_the_board_and_exchange_the_marks():
    assert len({tuple(map(symmetry.move, WILD.start.legal_moves)) for symmetry in WILD.symmetries}) == 16
    turned = {symmetry.position(wild("XXO ___ ___")).cells for symmetry in WILD.symmetries}
    assert {"XXO______", "OOX______", "OXX______", "XOO______"} < turned
