"""The curve of a machine's learning, which is kept to a fixed length."""

from fractions import Fraction

import pytest

from games.menace import learning_curve
from games.menace.learning_curve import MAX_POINTS, Point, counted, grown


def after(games: int) -> list[Point]:
    """The curve after `games` games, after each of which the chance is one in the number of games."""
    curve: list[Point] = []
    for game in range(1, games + 1):
        curve = grown(curve, game, lambda game=game: Fraction(1, game))
    return curve


def test_each_game_has_a_point_until_it_is_full():
    assert after(3) == [(1, 10_000), (2, 5_000), (3, 3_333)]
    assert [game for game, _chance in after(MAX_POINTS)] == list(range(1, MAX_POINTS + 1))


def test_a_full_curve_goes_on_with_every_second_game_and_then_with_every_fourth(monkeypatch):
    monkeypatch.setattr(learning_curve, "MAX_POINTS", 4)
    assert [game for game, _chance in after(5)] == [2, 4]
    assert [game for game, _chance in after(9)] == [2, 4, 6, 8]
    assert [game for game, _chance in after(10)] == [4, 8]
    assert [game for game, _chance in after(30)] == [8, 16, 24]


def test_however_many_games_it_keeps_to_its_length():
    assert MAX_POINTS / 2 <= len(after(10 * MAX_POINTS)) <= MAX_POINTS


def test_a_game_without_a_point_asks_for_no_chance():
    assert grown([(2, 1), (4, 1)], 5, lambda: 1 / 0) == [(2, 1), (4, 1)]


@pytest.mark.parametrize(
    ("chance", "stored"),
    [(Fraction(0), 0), (Fraction(1), 10_000), (Fraction(1, 10**9), 1), (1 - Fraction(1, 10**9), 9_999)],
)
def test_only_what_is_sure_is_stored_as_sure(chance: Fraction, stored: int):
    assert counted(chance) == stored
