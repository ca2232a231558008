"""Notifications are offered only to the players of a game between two people."""

import pytest
from django.test import Client

from tests.support import tournaments
from tests.support.browsers import Browser

pytestmark = pytest.mark.django_db


def offers(browser: Client, code: str) -> bool:
    page = browser.get(f"/g/{code}/").content.decode()
    assert ('name="calls"' in page) == ("/play/calls" in page)
    return 'name="calls"' in page


def test_only_players_in_a_game_with_a_friend_are_offered_notifications():
    ada = Client()
    codes = {}
    for path, sent in (("friend", {"side": "X"}), ("computer", {"opponent": "easy", "side": "X"}), ("one-screen", {})):
        codes[path] = ada.post(f"/new/{path}/", sent)["Location"].split("/")[2]
    assert [path for path, code in codes.items() if offers(ada, code)] == ["friend"]
    assert not offers(Client(), codes["friend"])
    Client().post(f"/g/{codes['friend']}/join/")
    assert offers(ada, codes["friend"])
    tournaments.tournament("Eve", "Dan")
    tournaments.pair("Eve Dan")
    assert not offers(Browser(tournaments.person("Eve")), tournaments.game_of("Eve").code)


def test_the_chosen_preference_is_kept():
    ada = Client()
    code = ada.post("/new/friend/", {"side": "X"})["Location"].split("/")[2]
    wished = []
    for wish in ("off", "on", "off"):
        ada.post("/prefer/", {"calls": wish})
        wished.append("data-calls" in ada.get(f"/g/{code}/").content.decode())
    assert wished == [False, True, False]
