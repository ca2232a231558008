"""The drawings for the marks of a game."""

from games.engine.classic import CLASSIC
from games.engine.notakto import NOTAKTO
from games.engine.wild import WILD
from games.play.words.marks import drawn, drawn_after, ink_of, mark_of
from tests.support.states import state


def test_an_x_of_the_second_side_is_hollow():
    assert drawn("XXXO_____", "XOXO_____") == "XHXO_____"
    assert drawn_after(state("1 2 3", variant=NOTAKTO), 2) == "XH_______"


def test_a_hollow_x_is_in_the_ink_of_the_second_side():
    assert [ink_of(mark) for mark in "XOH"] == ["X", "O", "O"]


def test_a_side_has_its_own_mark_unless_either_side_may_write_both():
    sides = {variant: "".join(mark_of(variant, side) for side in "XO") for variant in (CLASSIC, NOTAKTO, WILD)}
    assert sides == {CLASSIC: "XO", NOTAKTO: "XH", WILD: ""}
