"""The stored learning curve of a machine."""

from fractions import Fraction

import pytest

from games.menace import learning_curve
from games.menace.learning_curve import MAX_POINTS, Point, grown, has_point, ten_thousandths


def after(games: int) -> list[Point]:
    """Return the curve after this many games, with the chances 1/game and 0 after each."""
    curve: list[Point] = []
    for game in filter(has_point, range(1, games + 1)):
        curve = grown(curve, game, Fraction(1, game), Fraction(0))
    return curve


def test_each_game_has_a_point_until_the_curve_is_full():
    assert after(3) == [(1, 10_000, 0), (2, 5_000, 0), (3, 3_333, 0)]
    assert [game for game, *_chances in after(MAX_POINTS)] == list(range(1, MAX_POINTS + 1))


def test_a_full_curve_continues_with_every_second_then_every_fourth_game(monkeypatch):
    monkeypatch.setattr(learning_curve, "MAX_POINTS", 4)
    for games, points in ((6, [2, 4, 6]), (8, [2, 4, 6, 8]), (12, [4, 8, 12]), (30, [8, 16, 24])):
        assert [point[0] for point in after(games)] == points


def test_a_curve_that_started_late_has_the_same_points_as_others():
    assert [point[0] for point in grown(grown([], 402, Fraction(0)), 404, Fraction(0))] == [402, 404]
    assert not has_point(403)


@pytest.mark.parametrize(
    ("chance", "stored"),
    [(Fraction(0), 0), (Fraction(1), 10_000), (Fraction(1, 10**9), 1), (1 - Fraction(1, 10**9), 9_999)],
)
def test_only_certain_chances_are_stored_as_certain(chance: Fraction, stored: int):
    assert ten_thousandths(chance) == stored
