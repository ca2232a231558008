"""Lists of games, whatever their length."""

import pytest

from games.play.selectors.games import finished_games_of
from games.play.selectors.state import State
from games.site.models import Player
from games.tournaments.selectors.endings import ending_of
from games.tournaments.selectors.tournaments import games_between_people
from tests.support.played import add_ending, long_tournament
from tests.support.tournaments import current_state

pytestmark = pytest.mark.django_db

MATCHES = 1_100  # more than SQLite accepts as alternatives in one statement


def test_games_of_very_many_matches_are_read(django_assert_max_num_queries):
    made = long_tournament(MATCHES)
    with django_assert_max_num_queries(2):
        games = [State.of(game) for game in games_between_people(made.pk)]
    assert len(games) == 2 * MATCHES
    assert {(one.tournament, one.seats["X"].name[0]) for one in games} == {(made.code, "P")}
    add_ending()
    [missed] = ending_of(current_state()).missed
    assert (missed.position.text, missed.people) == ("X________", 40)


@pytest.mark.slow
def test_games_of_very_many_matches_can_be_downloaded(django_assert_max_num_queries):
    long_tournament(MATCHES, people=2)
    player = Player.objects.get(name="P0")
    with django_assert_max_num_queries(2):
        games = [State.of(game) for game in finished_games_of(player)]
    assert len(games) == 2 * MATCHES
