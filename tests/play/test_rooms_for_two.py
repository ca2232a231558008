"""Doodles and notifications: the pages that offer them."""

import pytest
from django.test import Client

from games.play.models import Game
from tests.support import tournaments
from tests.support.browsers import Browser
from tests.support.games import play

pytestmark = pytest.mark.django_db

SHOWN, OFFERED = "/play/doodles", 'name="drawing" value="nice"'
OFF, ON = 'name="doodles" value="off"', 'name="doodles" value="on"'
NOTIFIES, CALLS = "/play/calls", 'name="calls"'
ALL = [SHOWN, OFFERED, OFF, NOTIFIES, CALLS]


def parts_of(browser: Client, room: str) -> list[str]:
    """Return the parts about doodles and notifications that a page contains."""
    page = browser.get(room).content.decode()
    return [part for part in (SHOWN, OFFERED, OFF, ON, NOTIFIES, CALLS) if part in page]


@pytest.fixture
def ada() -> Client:
    return Client()


@pytest.fixture
def room(ada) -> str:
    """The path of a room in which Ada waits for a friend."""
    return ada.post("/new/friend/", {"side": "X"})["Location"]


def test_players_are_offered_both_even_before_their_friend_joins_and_spectators_see_doodles(ada, room):
    assert parts_of(ada, room) == ALL
    Client().post(f"{room}join/")
    assert parts_of(ada, room) == ALL
    assert parts_of(Client(), room) == [SHOWN, OFF]


def test_there_are_none_against_computers_on_one_screen_and_in_tournaments_and_in_reviews(ada, room):
    for path, sent in (("computer", {"opponent": "easy", "side": "X"}), ("one-screen", {})):
        assert parts_of(ada, ada.post(f"/new/{path}/", sent)["Location"]) == []
    tournaments.tournament("Eve", "Dan")
    tournaments.pair("Eve Dan")
    assert parts_of(Browser(tournaments.person("Eve")), f"/g/{tournaments.game_of('Eve').code}/") == []
    Client().post(f"{room}join/")
    play(Game.objects.get(code=room.split("/")[2]), "1 4 2 5 3")
    assert parts_of(ada, room) == []
    assert parts_of(ada, f"{room}?over") == ALL


def test_a_player_may_switch_each_off_and_on(ada, room):
    for wish, parts in (("off", [ON, NOTIFIES, CALLS]), ("on", ALL)):
        ada.post("/prefer/", {"doodles": wish, "calls": wish})
        page = ada.get(room).content.decode()
        assert parts_of(ada, room) == parts
        assert ("&amp;doodles" in page, "data-calls" in page) == (wish == "on", wish == "on")


def test_without_a_socket_a_doodle_is_shown_by_a_form(ada, room):
    Client().post(f"{room}join/")
    answer = ada.post(f"{room}doodle/", {"drawing": "nice"})
    assert (answer.status_code, answer["Location"]) == (302, room)
