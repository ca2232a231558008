"""No page takes more queries for much than for little: every address, found in the patterns of the site."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services
from games.engine.position import Mark
from games.engine.practice import exercises
from games.models import Game
from tests.games import friends, play, player
from tests.test_headers import ALL, Site

pytestmark = pytest.mark.django_db


@pytest.fixture
def site(rf) -> Site:
    return Site(rf)


def queries(site: Site, written: str) -> int:
    browser = site.browser(staff=True)
    browser.get(site.address(written), secure=True)  # what is made or remembered once
    with CaptureQueriesContext(connection) as captured:
        browser.get(site.address(written), secure=True)
    return len(captured)


def add(site: Site, count: int) -> None:
    """To every list of the site: people, games in every state, visits, exercises, a series of so many games."""
    process = services.open_process()
    for number in range(count):
        other = player(f"Guest {number}")
        play(friends(x=site.ada, o=other), "1 4 2 5 3")
        friends(x=other, o=site.ada)
        services.invite(player=site.ada, side=Mark.X)
        services.start_against_computer(player=site.ada, opponent="hard", side=Mark.O)
        services.attend(process=process, came=[(site.game.code, other.pk)], watchers={site.game.code: 3})
    for exercise in exercises()[:count]:
        services.practise(player=site.ada, exercise=exercise, cell=exercise.position.legal_moves[0])
    site.series = services.start_series(player=site.ada, x="easy", o="hard", count=count)


@pytest.mark.parametrize("written", [written for written, _pattern in ALL])
def test_as_many_queries_for_much_as_for_little(site, written):
    add(site, 1)
    little = queries(site, written)
    add(site, 15)
    assert queries(site, written) <= little
    assert Game.objects.count() > 75
