"""A safe request reads the player once; one that may write reads afresh."""

import pytest
from django.http import HttpRequest

from games.site import identity
from games.site.models import Player
from tests.support.games import player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Player:
    return player("Ada")


def asking(method: str, who: Player | None) -> HttpRequest:
    request = HttpRequest()
    request.method = method
    request.session = {identity.SESSION_KEY: who.pk} if who else {}
    return request


def test_a_request_that_only_looks_reads_its_player_once(ada, django_assert_num_queries):
    request = asking("GET", ada)
    with django_assert_num_queries(1):
        assert [identity.player_of(request) for _time in range(3)] == [ada] * 3


def test_a_form_reads_what_it_may_have_changed(ada):
    request = asking("POST", ada)
    assert identity.player_of(request).name == "Ada"
    Player.objects.update(name="Ben")
    assert identity.player_of(request).name == "Ben"


def test_a_changed_session_is_read_again(ada):
    request = asking("GET", ada)
    assert identity.player_of(request) == ada
    request.session = {identity.SESSION_KEY: player("Ben").pk}
    assert identity.player_of(request).name == "Ben"
    request.session = {}
    assert identity.player_of(request) is None


def test_a_player_who_is_gone_is_nobody(ada):
    request = asking("GET", ada)
    Player.objects.all().delete()
    assert identity.player_of(request) is None
