"""The preferences for all pages, and the game that a page shows."""

import pytest
from django.test import Client, RequestFactory

from games.engine.classic import CLASSIC
from games.play.models import Game
from games.site.preferences import named_variant, variant_of

pytestmark = pytest.mark.django_db


def chosen_on(page: str) -> str:
    checked = [part for part in page.split("<input")[1:] if " checked>" in part]
    return next(part.split('value="')[1][0] for part in checked if 'name="write"' in part)


def writes(client: Client, code: str) -> str:
    return chosen_on(client.get(f"/g/{code}/").content.decode())


def test_the_chosen_mark_persists_from_move_to_move_and_game_to_game():
    ada = Client()
    code = ada.post("/new/one-screen/", {"variant": "wild"})["Location"].split("/")[2]
    assert writes(ada, code) == "X"
    for cell, write in (("4", "O"), ("0", "O"), ("1", "X")):
        ada.post(f"/g/{code}/play/", {"cell": cell, "write": write, "version": Game.objects.get(code=code).version})
        assert writes(ada, code) == write
    assert Game.objects.get(code=code).record == "4O0O1X"
    ada.post("/prefer/", {"write": "O"})
    again = ada.post("/new/one-screen/", {"variant": "wild"})["Location"].split("/")[2]
    assert writes(ada, again) == "O"


def test_the_chosen_mark_persists_when_a_move_is_refused():
    ada = Client()
    code = ada.post("/new/one-screen/", {"variant": "wild"})["Location"].split("/")[2]
    ada.post(f"/g/{code}/play/", {"cell": "4", "write": "X", "version": "0"})
    taken = {"cell": "4", "write": "O", "version": str(Game.objects.get(code=code).version)}
    refused = ada.post(f"/g/{code}/play/", taken)
    assert (refused.status_code, chosen_on(refused.content.decode())) == (409, "O")
    assert writes(ada, code) == "O"


def test_a_socket_receives_its_players_choice_in_a_game_with_one(client):
    client.cookies["write"] = "O"
    made = [client.post("/new/friend/", {"variant": key, "side": "X"})["Location"] for key in ("wild", "classic")]
    wild, classic = (client.get(address).content.decode() for address in made)
    assert "&amp;write=O" in wild
    assert "write=O" not in classic
    one_screen = client.post("/new/one-screen/", {})["Location"]
    assert 'name="write"' not in client.get(one_screen).content.decode()


def test_a_game_on_one_screen_keeps_the_side_of_the_last_game(client):
    client.cookies["side"] = "O"
    client.post("/new/one-screen/", {"side": "X"})
    assert client.cookies["side"].value == "O"
    client.post("/new/friend/", {"side": "either"})
    assert client.cookies["side"].value == "either"


def test_without_a_valid_choice_a_page_shows_the_classic_game(rf: RequestFactory):
    for address in ("/", "/?variant=", "/?variant=chess"):
        request = rf.get(address)
        request.COOKIES["variant"] = "checkers"
        assert (named_variant(request), variant_of(request)) == (CLASSIC, CLASSIC)
