"""The estimated number of games per player."""

import pytest

from games.tournaments.models import Starts
from games.tournaments.words.estimate import games_each


@pytest.mark.parametrize(
    ("minutes", "seconds", "starts", "games"),
    [
        (20, 30, Starts.EMPTY, 14),
        (20, 30, Starts.DRAWN, 22),
        (45, 30, Starts.EMPTY, 32),
        (20, 60, Starts.EMPTY, 8),
        (5, 60, Starts.EMPTY, 2),
    ],
)
def test_the_estimate_is_an_even_number(minutes, seconds, starts, games):
    assert games_each(minutes=minutes, seconds=seconds, starts=starts) == games
