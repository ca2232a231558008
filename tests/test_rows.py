"""One line of a list of games."""

from datetime import timedelta

import pytest
from django.utils.formats import date_format

from games.models import Game
from games.rows import row
from games.selectors import games_with_seats
from tests.games import friends, player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=59), "59 minutes ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(hours=23), "23 hours ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=30), "30 days ago"),
        (timedelta(days=31), None),
    ],
)
def test_says_when_it_was_last_played_and_after_a_month_on_which_day(ago, words, still):
    ada, played = player("Ada"), still - ago
    friends(x=ada, o=player("Ben"))
    Game.objects.update(changed_at=played)
    assert row(games_with_seats().get(), ada).detail == f"You’re X. Last played {words or date_format(played)}"
