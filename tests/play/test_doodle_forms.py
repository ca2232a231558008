"""The pages that show and offer doodles."""

import pytest
from django.test import Client

from games.play.models import Game
from tests.support.games import play

pytestmark = pytest.mark.django_db

SHOWN, OFFERED = "/play/doodles", 'name="drawing" value="nice"'
OFF, ON = 'name="doodles" value="off"', 'name="doodles" value="on"'


def page(browser: Client, code: str) -> str:
    return browser.get(f"/g/{code}/").content.decode()


def parts_of(page: str) -> list[str]:
    """Return the parts about doodles that a page contains."""
    return [part for part in (SHOWN, OFFERED, OFF, ON) if part in page]


@pytest.fixture
def ada() -> Client:
    return Client()


@pytest.fixture
def code(ada) -> str:
    """A game that Ada has created and Ben has joined."""
    code = ada.post("/new/friend/", {"side": "X"})["Location"].split("/")[2]
    Client().post(f"/g/{code}/join/")
    return code


def test_players_may_show_doodles_and_spectators_see_them(ada, code):
    assert parts_of(page(ada, code)) == [SHOWN, OFFERED, OFF]
    assert parts_of(page(Client(), code)) == [SHOWN, OFF]


def test_a_player_waiting_for_a_friend_already_has_doodles(ada):
    code = ada.post("/new/friend/", {"side": "X"})["Location"].split("/")[2]
    assert parts_of(page(ada, code)) == [SHOWN, OFFERED, OFF]


def test_a_player_may_switch_doodles_off_and_on_again(ada, code):
    ada.post("/prefer/", {"doodles": "off"})
    off = page(ada, code)
    assert parts_of(off) == [ON]
    assert "&amp;doodles" not in off
    ada.post("/prefer/", {"doodles": "on"})
    on = page(ada, code)
    assert parts_of(on) == [SHOWN, OFFERED, OFF]
    assert "&amp;doodles" in on


def test_there_are_no_doodles_against_computers_on_one_screen_and_in_reviews(ada, code):
    for path, sent in (("computer", {"opponent": "easy", "side": "X"}), ("one-screen", {})):
        assert parts_of(page(ada, ada.post(f"/new/{path}/", sent)["Location"].split("/")[2])) == []
    play(Game.objects.get(code=code), "1 4 2 5 3")
    assert parts_of(page(ada, code)) == []
    assert parts_of(ada.get(f"/g/{code}/?over").content.decode()) == [SHOWN, OFFERED, OFF]


def test_without_a_socket_a_doodle_is_shown_by_a_form(ada, code):
    answer = ada.post(f"/g/{code}/doodle/", {"drawing": "nice"})
    assert (answer.status_code, answer["Location"]) == (302, f"/g/{code}/")
    assert ada.post(f"/g/{code}/doodle/", {"drawing": "rude"}).status_code == 400
