"""Notakto: everyone writes X, and three in a row loses."""

from functools import partial

from games.engine.notakto import NOTAKTO
from tests.support.boards import board

notakto = partial(board, variant=NOTAKTO)


def test_marks_set_up_by_hand_are_in_the_first_ink():
    start = notakto("X__ _X_ ___")
    assert NOTAKTO.inks([start, start.play(1)], [1]) == "XX__X____"
    after = notakto("X__ ___ ___")
    assert NOTAKTO.inks([after, after.play(1)], [1]) == "XO_______"


def test_ink_does_not_determine_a_position():
    assert NOTAKTO.drawn("O___X___X") == notakto("X__ _X_ __X")
