"""The chart of games by day."""

from datetime import date, timedelta

import pytest

from games.hosting.words import HEIGHT, Chart, colour_of, scale_for

DAYS = [date(2026, 11, 20) + timedelta(days=number) for number in range(3)]


@pytest.mark.parametrize(
    ("most", "top"), [(0, 2), (1, 2), (2, 2), (3, 4), (5, 10), (10, 10), (11, 20), (99, 100), (3_456, 4_000)]
)
def test_the_scale_ends_with_a_round_number_that_can_be_halved(most, top):
    assert scale_for(most) == top


def test_the_games_of_a_day_are_stacked():
    chart = Chart(DAYS, [(DAYS[1], "misere", 1), (DAYS[1], "classic", 3), (DAYS[2], "classic", 2)])
    assert chart.scale == [4, 2, 0]
    none, both, one = chart.days
    classic, misere = colour_of("classic"), colour_of("misere")
    assert none["segments"] == []
    assert both["segments"] == [(classic, HEIGHT / 4, HEIGHT * 3 / 4), (misere, 0, HEIGHT / 4)]
    assert one["segments"] == [(classic, HEIGHT / 2, HEIGHT / 2)]
    assert [day["count"] for day in chart.days] == [0, 4, 2]
    assert none["x"] < both["x"] < one["x"] < chart.width


def test_days_outside_the_chart_are_omitted():
    assert all(not day["segments"] for day in Chart(DAYS, [(DAYS[0] - timedelta(days=1), "classic", 3)]).days)
