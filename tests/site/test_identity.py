"""A safe request reads the player once; others reread it."""

from datetime import timedelta

import pytest
from django.http import HttpRequest

from games.site import identity, services
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


def test_a_safe_request_reads_its_player_once(ada, django_assert_num_queries):
    request = asking("GET", ada)
    with django_assert_num_queries(1):
        assert [identity.player_of(request) for _time in range(3)] == [ada] * 3


def test_a_post_reads_its_player_again(ada):
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


def test_a_deleted_player_is_none(ada):
    request = asking("GET", ada)
    Player.objects.all().delete()
    assert identity.player_of(request) is None


class TestLastSeen:
    """`seen_at` is updated once an hour."""

    def test_by_what_they_send(self, ada):
        assert Player.objects.get().seen_at is None
        with identity.player_for_post(asking("POST", ada)):
            pass
        assert Player.objects.get().seen_at

    def test_it_is_not_updated_within_an_hour(self, ada, still):
        for minutes, noted in ((59, False), (61, True)):
            before = still - timedelta(minutes=minutes)
            Player.objects.update(seen_at=before)
            services.note_seen([ada.pk])
            assert Player.objects.get().seen_at == (still if noted else before)

    def test_a_new_guest_counts_as_seen(self):
        assert services.create_guest().seen_at
        assert services.create_guest(made_by="a form").seen_at
