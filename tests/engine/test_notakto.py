"""Notakto: everyone writes X, and three in a row loses."""

from functools import partial

from games.engine.notakto import NOTAKTO
from games.engine.position import Mark, Outcome, Termination
from tests.support.boards import board, played

notakto = partial(board, variant=NOTAKTO)


def test_a_player_who_completes_a_row_loses():
    assert notakto("XX_ ___ ___").play(2).outcome == Outcome(Mark.O, Termination.LINE, (0, 1, 2), line_wins=False)
    assert notakto("XX_ _X_ ___").play(2).outcome == Outcome(Mark.X, Termination.LINE, (0, 1, 2), line_wins=False)


def test_each_side_has_its_ink():
    moves = [NOTAKTO.labelled(label) for label in "519"]
    assert NOTAKTO.inks(played("5 1 9", NOTAKTO), moves) == "O___X___X"


def test_marks_set_up_by_hand_are_in_the_first_ink():
    start = notakto("X__ _X_ ___")
    assert NOTAKTO.inks([start, start.play(1)], [1]) == "XX__X____"
    after = notakto("X__ ___ ___")
    assert NOTAKTO.inks([after, after.play(1)], [1]) == "XO_______"


def test_ink_does_not_determine_a_position():
    assert NOTAKTO.drawn("O___X___X") == notakto("X__ _X_ __X")
