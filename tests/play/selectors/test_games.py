"""Lists of games, whatever their length."""

import pytest

from games.play.selectors.state import State
from games.tournaments.selectors.endings import ending_of
from games.tournaments.selectors.tournaments import finished_games
from tests.support.played import add_ending, long_tournament
from tests.support.tournaments import current_state

pytestmark = pytest.mark.django_db

MATCHES = 1_100  # more than SQLite accepts as alternatives in one statement


def test_games_of_very_many_matches_are_read(django_assert_max_num_queries):
    made = long_tournament(MATCHES)
    with django_assert_max_num_queries(2):
        games = [State.of(game) for game in finished_games(made.pk)]
    assert len(games) == 2 * MATCHES
    assert {(one.tournament, one.seats["X"].name[0]) for one in games} == {(made.code, "P")}
    add_ending()
    [missed] = ending_of(current_state()).missed
    assert (missed.position.text, missed.people) == ("X________", 40)
