"""Wild: players write X or O in any move, and three equal marks in a row win."""

from functools import partial

import pytest

from games.engine.position import IllegalMove, Mark, Outcome, Termination
from games.engine.wild import WILD
from tests.support.boards import board

wild = partial(board, variant=WILD)


def test_a_player_who_completes_a_row_wins_with_either_mark():
    first, second = wild("XX_ OO_ ___"), wild("XX_ OO_ __X")
    assert first.play((2, Mark.X)).outcome == Outcome(Mark.X, Termination.LINE, (0, 1, 2))
    assert first.play((5, Mark.O)).outcome == Outcome(Mark.X, Termination.LINE, (3, 4, 5))
    assert second.play((2, Mark.X)).outcome == Outcome(Mark.O, Termination.LINE, (0, 1, 2))
    assert second.play((5, Mark.O)).outcome == Outcome(Mark.O, Termination.LINE, (3, 4, 5))


def test_a_move_is_written_as_its_square_and_its_mark():
    assert (WILD.write((4, Mark.X)), WILD.label((4, Mark.X))) == ("4X", "5X")
    assert WILD.moves("4X0O") == ((4, Mark.X), (0, Mark.O))


@pytest.mark.parametrize("text", ["", "4", "X", "9X", "4x", "4Z", "4XX", "X4"])
def test_a_malformed_square_and_mark_is_refused(text):
    with pytest.raises(IllegalMove):
        WILD.read(text)


def test_symmetries_turn_the_board_and_exchange_the_marks():
    assert len({tuple(map(symmetry.move, WILD.start.legal_moves)) for symmetry in WILD.symmetries}) == 16
    turned = {symmetry.position(wild("XXO ___ ___")).cells for symmetry in WILD.symmetries}
    assert {"XXO______", "OOX______", "OXX______", "XOO______"} < turned
