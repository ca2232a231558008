"""The endpoints that report whether a process is alive and whether it is ready."""

import logging
import shutil
import socket
import sys
import threading

import pytest
import redis  # noqa: F401 - slow to load, so load it before the timed tests

from games.hosting.views import health
from tests.support.server import Server
from tests.support.waiting import PATIENCE

READY = {"ready": True, "database": True}  # without Redis, which is not used


def test_healthz_uses_no_database(client):
    """Without the database mark, using the database would fail the test."""
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
class TestBoth:
    def test_are_not_cached_and_set_no_cookie_and_refuse_post(self, client, path):
        response = client.head(path)
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]
        assert not response.cookies
        assert client.post(path).status_code == 405

    def test_are_answered_without_tls_behind_the_redirect(self, client, settings, path):
        settings.SECURE_SSL_REDIRECT, settings.SECURE_REDIRECT_EXEMPT = True, [r"^healthz$", r"^readyz$"]
        assert client.get("/").status_code == 301
        assert client.get(path).status_code == 200

    def test_answer_for_every_host_unlike_other_pages(self, client, settings, path):
        settings.ALLOWED_HOSTS = ["play.example.org"]
        for host in ("play.example.org", "10.0.0.7:8001", "[fd00::7]:8001", "elsewhere.example", "a b", ""):
            assert client.get(path, headers={"host": host}).status_code == 200
        for other in ("/", f"{path}/", f"{path}x", f"/games{path}"):
            assert client.get(other, headers={"host": "10.0.0.7:8001"}).status_code == 400


@pytest.mark.django_db
def test_a_process_without_its_redis_is_alive_but_not_ready(client, settings, caplog):
    settings.REDIS_URL = "redis://127.0.0.1:1"
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (503, {"ready": False, "database": True, "redis": False})
    [record] = caplog.records  # a single line, with the reason
    assert record.getMessage().startswith("not ready: Redis does not answer (ConnectionError: ")
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_a_hanging_database_blocks_only_one_thread_briefly(client, monkeypatch, caplog):
    monkeypatch.setattr(health, "CHECK_TIMEOUT", 0.1)
    hanging, entered = threading.Event(), []

    def hang() -> None:
        entered.append(threading.get_ident())
        hanging.wait(PATIENCE)

    monkeypatch.setattr(health, "_read", hang)
    try:
        for _asked in range(3):
            assert client.get("/readyz").json() == READY | {"ready": False, "database": False}
        assert len(entered) == 1
    finally:
        hanging.set()
    assert {record.levelno for record in caplog.records if record.name == health.__name__} == {logging.WARNING}


@pytest.mark.slow
class TestOutages:
    def test_a_process_is_not_ready_until_its_database_has_tables(self, prepared, tmp_path):
        site = Server(shutil.copytree(prepared, tmp_path / "site"))
        (site.folder / "db.sqlite3").unlink()
        # `manage.py serve` would check the migrations first.
        site.start(sys.executable, "-m", "daphne", "-v", "0", "-p", str(site.port), "tictactoe_site.asgi:application")
        try:
            response, body = site.get("/readyz")
            assert (response.status, b'"database": false' in body) == (503, True)
            assert site.get("/healthz")[0].status == 200
            site.manage("migrate", "--verbosity", "0")
            assert site.get("/readyz")[0].status == 200
        finally:
            site.stop()

    def test_a_process_with_a_frozen_postgresql_server_is_alive_but_not_ready(self, prepared, tmp_path):
        """The frozen server still accepts connections, but never answers. A process can start nevertheless."""
        shutil.copytree(prepared / "static", tmp_path / "static")
        with socket.create_server(("127.0.0.1", 0)) as silent:
            address = f"postgres://ada:ink@127.0.0.1:{silent.getsockname()[1]}/games"
            # With Redis, the server does not take the lock on the database.
            site = Server(tmp_path, DATABASE_URL=address, REDIS_URL="redis://127.0.0.1:1")
            site.start(sys.executable, "-m", "deploy.process")
            try:
                assert site.get("/healthz")[0].status == 200
                response, body = site.get("/readyz")
                assert response.status == 503
                assert b'"database": false, "redis": false' in body
                assert site.get("/healthz")[0].status == 200
            finally:
                site.process.kill()
                site.process.wait()
