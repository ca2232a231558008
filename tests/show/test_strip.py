"""The moves of a game as small boards."""

from games.show.strip import strip_of
from tests.show.test_pov import state


def test_the_strip_has_nine_places():
    strip = strip_of(state("5 1"))
    assert [place.number for place in strip] == list(range(1, 10))
    assert [(place.older, place.newest, place.label) for place in strip[:2]] == [
        (("tg",), "x4", "X centre"),
        (("p1", "X4"), "o0", "O top left"),
    ]
    assert [place.current for place in strip[:3]] == [False, True, False]
    assert strip[2].newest == ""


def test_the_strip_of_a_set_up_position_begins_with_its_marks():
    strip = strip_of(state("9", start="XO_______"))
    assert len(strip) == 7
    assert strip[0].older == ("tg", "X0", "O1")
