"""The log's lines: unforgeable, without secrets, and with the game and the player."""

import json
import logging
import sys

import pytest
from django.core.exceptions import DisallowedHost
from django.test import Client

from games.home.views.device import device_url
from games.play import verbs
from games.site import services
from tests.support.browsers import Browser
from tests.support.games import friends, player
from tictactoe_site.logs import JsonFormatter, LineFormatter


def record(message: str, error: Exception | None = None, **extra: object) -> logging.LogRecord:
    exc_info = None
    if error:
        try:
            raise error
        except type(error):
            exc_info = sys.exc_info()
    made = logging.LogRecord("games", logging.ERROR, "", 0, message, (), exc_info)
    made.__dict__ |= extra
    return made


def line(message: str, error: Exception | None = None, **extra: object) -> str:
    return LineFormatter().format(record(message, error, **extra))


def test_a_record_is_one_line_that_cannot_be_forged():
    assert line("a\nb\x1b[31m\u2028c").endswith(r" ERROR games: a\nb\x1b[31m\u2028c")


def test_an_error_names_its_origin():
    assert "(ValueError: no such square; test_logs.py:" in line("failed", ValueError("no such square"))
    assert "\n" not in line("failed", ValueError("two\nlines"))


def test_a_client_error_is_logged_without_its_origin():
    assert line("Invalid HTTP_HOST header", DisallowedHost("x")).endswith(" ERROR games: Invalid HTTP_HOST header")


def test_the_game_and_the_player_are_logged_if_known():
    assert line("failed", game="2345678abc", player=5).endswith("ERROR games: failed [game 2345678abc, player 5]")
    assert line("failed", game="2345678abc", player=None).endswith("failed [game 2345678abc]")


def test_as_json_it_is_one_object_in_one_line():
    line = JsonFormatter().format(record("a\nb", ValueError("two\nlines"), game="2345678abc", player=5))
    assert "\n" not in line
    read = json.loads(line)
    assert (read.pop("where").startswith("test_logs.py:"), read.pop("time")[:2]) == (True, "20")
    event = {"level": "ERROR", "logger": "games", "message": "a\nb", "game": "2345678abc", "player": 5}
    assert read == event | {"error": "ValueError", "text": "two\nlines"}


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        ("Gone: /device/WzEsMF0:1v:abc-_d/", "Gone: /device/…/"),
        ("Not Found: /host/k7r2mk7r2mk7r2mk7r2mk7r2/", "Not Found: /host/…/"),
        ("/name/?next=%2Fhost%2Fk7r2mk7r2mk7r2mk7r2mk7r2%2F", "/name/?next=%2Fhost%2F…%2F"),
        ("sessionid=abc123; csrftoken=def456; theme=dark", "sessionid=…; csrftoken=…; theme=dark"),
        ("{'password': 'pencil', 'username': 'host'}", "{'password': '…', 'username': 'host'}"),
        ("not unique\nDETAIL:  Key (session_key)=(abc) already exists.", "not unique"),
    ],
)
@pytest.mark.parametrize("formatter", [LineFormatter(), JsonFormatter()], ids=["line", "json"])
def test_no_secret_is_logged(formatter, said, logged):
    for text in (formatter.format(record(said)), formatter.format(record("failed", ValueError(said)))):
        assert (json.loads(f'"{logged}"') in text) or (json.dumps(logged)[1:-1] in text)
        for secret in ("abc", "def456", "pencil"):
            assert secret not in text


@pytest.mark.django_db
class TestFailedRequest:
    def test_game_player_and_place_in_one_line(self, ada, caplog, monkeypatch):
        game, browser = friends(x=ada, o=player()), Browser(ada, raise_request_exception=False)
        browser.cookies["csrftoken"] = "k" * 32
        monkeypatch.setitem(verbs.VERBS, "resign", (lambda **_: 1 / 0, {}))
        sent = {"csrfmiddlewaretoken": "k" * 32}
        assert browser.post(f"/g/{game.code}/resign/?secret=1", sent).status_code == 500
        [line] = map(LineFormatter().format, caplog.records)
        assert f"ERROR django.request: Internal Server Error: /g/{game.code}/resign/ [game {game.code}, player " in line
        assert f"player {ada.pk}] (ZeroDivisionError: division by zero; test_logs.py:" in line
        for secret in ("k" * 32, browser.cookies["sessionid"].value, "secret=1"):
            assert secret not in line

    def test_the_secret_of_a_device_link_is_not_logged(self, ada, caplog, monkeypatch, rf):
        token = device_url(rf.get("/"), ada).split("/")[-2]
        monkeypatch.setattr(services, "carry_over", lambda **_: 1 / 0)
        assert Client(raise_request_exception=False).post(f"/device/{token}/").status_code == 500
        [line] = map(LineFormatter().format, caplog.records)
        assert "Internal Server Error: /device/…/" in line
        assert token not in line
