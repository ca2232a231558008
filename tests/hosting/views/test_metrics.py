"""Access to a process's metrics, and the metrics of the whole site."""

import ipaddress
import threading
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from games.engine.position import Mark
from games.hosting import selectors as house
from games.hosting.views import metrics
from games.play import services
from games.play.models import Game
from games.play.services import open_process
from games.tournaments.models import Tournament
from tests.support.commands import output_of
from tests.support.games import friends, play, player
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.django_db
COMMITTED = pytest.mark.django_db(transaction=True)  # another thread reads the rows
TOKEN = "a token that is long enough".replace(" ", "-")
BEARER = {"authorization": f"Bearer {TOKEN}"}

Figures = dict[tuple[str, ...], float]


@pytest.fixture(autouse=True)
def token(settings) -> None:
    settings.METRICS_TOKEN = TOKEN


def figures() -> Figures:
    text = Client().get("/metrics", headers=BEARER).content.decode()
    families = text_string_to_metric_families(text)
    return {(one.name, *one.labels.values()): one.value for family in families for one in family.samples}


def status(*, address: str = "203.0.113.9", **headers: str) -> int:
    return Client(REMOTE_ADDR=address, headers=headers).get("/metrics").status_code


class TestAccess:
    def test_nobody_may_read_by_default(self, settings):
        settings.METRICS_TOKEN = ""
        assert [status(address=address) for address in ("127.0.0.1", "::1", "")] == [404, 404, 404]
        assert status(authorization="Bearer ") == status(authorization="Bearer") == 404

    def test_only_a_request_with_the_token_may_read(self):
        assert status(**BEARER) == 200
        assert Client().post("/metrics", headers=BEARER).status_code == 405
        for wrong in (TOKEN, f"Basic {TOKEN}", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", "Bearer ä"):
            assert status(authorization=wrong) == 404

    def test_a_request_from_an_allowed_address_may_read(self, settings):
        settings.METRICS_ALLOW = [ipaddress.ip_network(one) for one in ("10.0.0.0/8", "127.0.0.1", "fd00::/8")]
        for address in ("10.1.2.3", "127.0.0.1", "::ffff:10.1.2.3", "fd00::7"):
            assert status(address=address) == 200
        for address in ("11.1.2.3", "127.0.0.2", "::1", "", "unix:"):
            assert status(address=address) == 404

    def test_a_request_through_a_proxy_at_an_allowed_address_may_not_read(self, settings):
        settings.METRICS_ALLOW = [ipaddress.ip_network("127.0.0.1")]
        headers = {"x-forwarded-for": "127.0.0.1"}
        assert status(address="127.0.0.1", **headers) == 404
        assert status(address="127.0.0.1", **headers, **BEARER) == 200

    def test_everyone_else_gets_a_404(self):
        for ask in (Client().get, Client().post):
            assert "This page doesn’t exist." in ask("/metrics").content.decode()

    def test_any_host_may_be_used_without_tls(self, settings):
        settings.ALLOWED_HOSTS = ["play.example.org"]
        settings.SECURE_SSL_REDIRECT, settings.SECURE_REDIRECT_EXEMPT = True, [r"^metrics$"]
        assert status(host="10.0.0.7:8001", **BEARER) == 200
        assert status(host="10.0.0.7:8001") == 400


@COMMITTED
def test_games_and_tournaments_are_counted_by_kind_and_status():
    ada, ben = player("Ada"), player("Ben")
    play(friends(x=ada, o=ben), "1 4 2 5 3")
    friends(x=ada, o=ben)
    services.invite(player=ada, side=Mark.X)
    Tournament.objects.create(kind="round")
    values = figures()
    for state in ("finished", "started", "waiting"):
        assert values["tictactoe_games", "classic", state] == 1
    assert values["tictactoe_tournaments", "round", "waiting"] == 1
    assert values["tictactoe_database_bytes",] > 10_000


@COMMITTED
def test_players_with_an_open_page_or_a_move_within_a_minute_are_here():
    ada, ben, eve = player("Ada"), player("Ben"), player("Eve")
    friends(x=player("Gone"), o=player("Gone too"))
    game = friends(x=eve, o=player("Gone as well"))
    Game.objects.update(changed_at=timezone.now() - timedelta(seconds=61))
    friends(x=ada, o=ben)
    services.record_attendance(process=open_process(), arrived=[(game.code, eve.pk)])
    assert figures()["tictactoe_people",] == 3


def test_slow_figures_are_counted_once_for_all_processes(monkeypatch):
    figures()
    monkeypatch.setattr(house, "games_by_status", lambda: 1 / 0)
    monkeypatch.setattr(house, "people_here", lambda: 1 / 0)
    assert figures()["tictactoe_database_up",] == 1


@COMMITTED
def test_without_the_cache_figures_are_counted_each_time(settings):
    redis = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = {"default": redis}
    friends(x=player("Ada"), o=player("Ben"))
    assert figures()["tictactoe_games", "classic", "started"] == 1


@pytest.mark.parametrize("wrong", ["fails", "hangs"])
def test_without_the_database_the_process_still_reports_its_own_figures(monkeypatch, wrong):
    monkeypatch.setattr(metrics, "DATABASE_TIMEOUT", 0.2)
    let_go = threading.Event()
    monkeypatch.setattr(metrics, "_ask", lambda: let_go.wait(PATIENCE) if wrong == "hangs" else 1 / 0)
    try:
        values = figures()
    finally:
        let_go.set()
    assert values["tictactoe_database_up",] == 0
    assert ("tictactoe_people",) not in values
    assert values["process_resident_memory_bytes",] > 0


@COMMITTED
def test_a_database_that_timed_out_while_counting_is_up(monkeypatch):
    def cancelled():
        raise OperationalError("canceling statement due to statement timeout")

    monkeypatch.setattr(house, "figures", cancelled)
    values = figures()
    assert values["tictactoe_database_up",] == 1
    assert ("tictactoe_people",) not in values


def test_the_release_is_named_by_its_version_date_and_commit():
    labels = (metrics.commit(), "", metrics.RELEASED, metrics.VERSION)  # in alphabetical order
    assert ("tictactoe_release_info", *labels) in figures()


@COMMITTED
def test_the_times_of_the_last_backup_and_tidying_are_reported(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    times = {("tictactoe_backup_timestamp_seconds",), ("tictactoe_tidy_timestamp_seconds",)}
    assert not times & figures().keys()
    (tmp_path / "tictactoe-2026-11-22.sqlite3").touch()
    output_of("tidy")
    cache.clear()
    assert all(figures()[time] > 1_700_000_000 for time in times)
