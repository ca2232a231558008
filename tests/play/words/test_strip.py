"""The moves of a game as small boards."""

import pytest

from games.engine.notakto import NOTAKTO
from games.engine.vanishing import VANISHING
from games.engine.wild import WILD
from games.play.words.strip import earlier_strip, heads_of, recent_strip, strip_of
from tests.support.states import long_game, state


def test_the_strip_has_nine_places():
    strip = strip_of(state("5 1"))
    assert [place["number"] for place in strip] == list(range(1, 10))
    assert [(place["older"], place["newest"], place["label"]) for place in strip[:2]] == [
        (["tg"], "x4", "X centre"),
        (["p1", "X4"], "o0", "O top left"),
    ]
    assert [place["current"] for place in strip[:2]] == [False, True]
    assert strip[2] == {"number": 3}


def test_the_strip_of_a_set_up_position_begins_with_its_marks():
    strip = strip_of(state("9", start="XO_______"))
    assert len(strip) == 7
    assert strip[0]["older"] == ["tg", "X0", "O1"]


def test_the_side_that_starts_heads_the_first_column():
    assert heads_of(state("5")) == ("X", "O")
    assert heads_of(state(start="X________")) == ("O", "X")
    assert heads_of(state(variant=NOTAKTO)) == ("X", "H")
    assert heads_of(state(variant=WILD)) == ("", "")


def test_both_inks_differ_if_both_sides_write_x():
    strip = strip_of(state("1 2 3", variant=NOTAKTO))
    assert [(place["older"], place["newest"], place["label"]) for place in strip[:3]] == [
        (["tg"], "x0", "X top left"),
        (["p1", "X0"], "h1", "X top middle"),
        (["p2", "H1"], "x2", "X top right"),
    ]


def test_the_next_mark_to_disappear_is_highlighted_and_missing_in_the_next_place():
    strip = strip_of(state("1 6 2 8 4 9 5", variant=VANISHING))
    assert [place["going"] for place in strip[4:7]] == ["", "X0", "O5"]
    assert strip[5]["older"] == ["tg", "X0", "X1", "X3", "O5", "O7"]
    assert strip[6]["older"] == ["tg", "X1", "X3", "O5", "O7", "O8"]


@pytest.mark.parametrize(("plies", "first"), [(0, 1), (4, 1), (5, 5), (6, 5), (9, 9), (10, 9), (60, 59)])
def test_an_endless_game_shows_its_last_moves_in_stable_rows(plies, first):
    places = recent_strip(long_game(plies))
    assert [place["number"] for place in places] == list(range(first, max(plies, 9) + 1))
    assert places[0].get("older", [])[:1] in [["tg"], []]
    assert len(places) <= 9


@pytest.mark.parametrize("plies", [0, 4, 5, 10, 60])
def test_earlier_moves_come_with_the_page(plies):
    shown = long_game(plies)
    places = [*earlier_strip(shown), *recent_strip(shown)]
    assert [place["number"] for place in places] == [place["number"] for place in strip_of(shown)]


def test_all_moves_of_other_games_are_shown():
    assert recent_strip(state("5 1")) == strip_of(state("5 1"))
    assert earlier_strip(state("5 1")) == []
