"""The player of a request: read once for a safe request, and at every use for any other."""

from datetime import timedelta

import pytest
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from games.site import identity, services
from games.site.models import Player
from tests.support.games import player

pytestmark = pytest.mark.django_db


def request_of(who: Player, method: str) -> HttpRequest:
    request = HttpRequest()
    request.method = method
    request.session = {identity.SESSION_KEY: who.pk}
    return request


def test_a_safe_request_reads_its_player_once_and_again_if_the_session_changes(ada, django_assert_num_queries):
    request = request_of(ada, "GET")
    with django_assert_num_queries(1):
        assert [identity.player_of(request) for _time in range(3)] == [ada] * 3
    request.session = {identity.SESSION_KEY: player("Ben").pk}
    assert identity.player_of(request).name == "Ben"
    request.session = {}
    assert identity.player_of(request) is None


def test_a_post_reads_its_player_again_who_may_be_deleted(ada):
    request = request_of(ada, "POST")
    assert identity.player_of(request).name == "Ada"
    Player.objects.update(name="Ben")
    assert identity.player_of(request).name == "Ben"
    Player.objects.all().delete()
    assert identity.player_of(request) is None


def test_a_csrf_token_does_not_identify_its_player_later():
    def post(address: str, **form: str) -> None:
        browser = Client(enforce_csrf_checks=True)
        browser.cookies["csrftoken"] = "k" * 32
        browser.post(address, {"csrfmiddlewaretoken": "k" * 32, **form})

    post("/new/friend/", side="X")
    Player.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    post("/name/", name="Mallory")
    assert list(Player.objects.order_by("pk").values_list("name", flat=True)) == ["", "Mallory"]


class TestLastSeen:
    """`seen_at` is updated once an hour."""

    def test_a_post_updates_it(self, ada):
        assert Player.objects.get().seen_at is None
        with identity.player_for_post(request_of(ada, "POST")):
            pass
        assert Player.objects.get().seen_at

    def test_it_is_not_updated_within_an_hour(self, ada, still):
        for minutes, updated in ((59, False), (61, True)):
            before = still - timedelta(minutes=minutes)
            Player.objects.update(seen_at=before)
            services.note_seen([ada.pk])
            assert Player.objects.get().seen_at == (still if updated else before)

    def test_a_new_guest_counts_as_seen(self):
        assert services.create_guest().seen_at
        assert services.create_guest(made_by="a form").seen_at
