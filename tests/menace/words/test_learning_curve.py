"""The learning curves of a machine, drawn and in words."""

from fractions import Fraction

import pytest

from games.menace.machine import Losses
from games.menace.words.learning_curve import Chart

FIRST = Losses(Fraction(9, 10), Fraction(2, 10), Fraction(1))
LAST = Losses(Fraction(1, 2), Fraction(1, 10), Fraction(3, 4))


def chart(games: int, *blind: tuple[int, int, int], curve: list[tuple[int, int]] = (), last: Losses = LAST) -> Chart:
    return Chart(FIRST, curve, blind, games, last if games else FIRST)


def test_each_curve_runs_from_the_fresh_machine_to_the_current_one():
    drawn = chart(50, (25, 7_500, 1_000), curve=[(25, 10_000), (50, 7_500)]).curves
    assert [(one["opponent"], one["path"], one["percent"]) for one in drawn] == [
        ("perfect", "M0.0 19.0L130.0 47.5L260.0 95.0", "50%"),
        ("random", "M0.0 152.0L130.0 171.0L260.0 171.0", "10%"),
        ("exploiter", "M0.0 0.0L130.0 0.0L260.0 47.5", "75%"),
    ]
    assert drawn[0]["end"] == (260.0, 95.0)


def test_before_the_first_game_each_curve_is_one_point():
    assert chart(0).curves[0]["path"] == "M0.0 19.0"
    assert chart(0).table == [(0, ["90%", "20%", "100%"])]


@pytest.mark.parametrize(
    ("games", "length"), [(0, 100), (100, 100), (101, 200), (399, 400), (401, 1_000), (9_999, 10_000)]
)
def test_the_axis_grows_by_steps(games: int, length: int):
    assert chart(games).length == length
    assert chart(games).ticks == [0, length // 4, length // 2, length * 3 // 4, length]


def test_a_table_has_some_points_including_the_first_and_the_last():
    kept = [(game, 8_000) for game in range(1, 400)]
    found = chart(400, *((game, 8_000, 10) for game, _chance in kept), curve=kept).table
    assert (found[0], found[-1]) == ((0, ["90%", "20%", "100%"]), (400, ["50%", "10%", "75%"]))
    assert len(found) < 15


def test_a_machine_of_an_earlier_release_lacks_points_of_two_curves():
    shown = chart(2, curve=[(1, 8_000), (2, 7_500)])
    assert shown.table == [(0, ["90%", "20%", "100%"]), (1, ["–", "–", "80%"]), (2, ["50%", "10%", "75%"])]
