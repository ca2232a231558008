"""The curve of a machine's learning, as drawn and as read out."""

from fractions import Fraction

import pytest

from games.menace.words.learning_curve import Curve

FIRST, HALF = Fraction(9, 10), Fraction(1, 2)


def curve(games: int, *kept: tuple[int, int], last: Fraction = HALF) -> Curve:
    return Curve(FIRST, kept, games, last)


def test_it_runs_from_the_fresh_machine_to_the_one_of_now():
    assert curve(50, (25, 7_500)).path == "M0.0 19.0L130.0 47.5L260.0 95.0"
    assert curve(50).end == (260.0, 95.0)


def test_before_the_first_game_it_is_one_point():
    assert curve(0, last=FIRST).path == "M0.0 19.0"
    assert curve(0, last=FIRST).table == [(0, "90%")]


@pytest.mark.parametrize(
    ("games", "length"), [(0, 100), (100, 100), (101, 200), (399, 400), (401, 1_000), (9_999, 10_000)]
)
def test_the_axis_grows_by_steps(games: int, length: int):
    assert curve(games).length == length
    assert curve(games).marks == [0, length // 4, length // 2, length * 3 // 4, length]


def test_the_last_figure_stands_clear_of_the_edge():
    assert curve(10).figure == (66.0, 81.0, "start")
    assert curve(99).figure[2] == "end"
    assert curve(10, last=Fraction(1)).figure[1] > 0


def test_a_table_has_some_of_the_points_and_always_the_first_and_the_last():
    found = curve(400, *((game, 8_000) for game in range(1, 400))).table
    assert (found[0], found[-1]) == ((0, "90%"), (400, "50%"))
    assert len(found) < 15


def test_sure_is_only_what_is():
    assert curve(1, last=Fraction(9_999, 10_000)).percent == "over 99%"
    assert curve(1, last=Fraction(1)).percent == "100%"
