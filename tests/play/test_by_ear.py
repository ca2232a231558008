"""Playing by ear, with a socket and without a script."""

import pytest
from channels.db import database_sync_to_async as on_thread
from django.test import Client

from games.play import services
from games.play.models import Game
from tests.support.room_pages import Page

pytestmark = pytest.mark.django_db(transaction=True)


async def answer(page: Page, text: object) -> str:
    await page.do("ask", text=text)
    return (await page.next("answer"))["said"]


async def test_a_socket_answers_questions_and_plays_typed_moves(ada, room_page):
    game = await on_thread(services.start_one_screen)(player=ada)
    page = room_page(game.code, ada, ear="on", squares="letters")
    opened = await page.open()
    assert "<p>a3 b3 c3</p>" in opened["html"]
    assert await answer(page, "l") == "There is no move yet."
    await page.do("ask", text="b2")
    assert "<p>a2 X c2</p>" in (await page.state(game.version + 1))["html"]
    assert await answer(page, "L") == "X marked b2."
    for nonsense in (None, 5, {"a": 1}, "x" * 1_000):
        assert (await answer(page, nonsense)).startswith(("Type a square", "Row", "X"))
    await page.do("ask", text="b2")
    assert (await page.next("refused"))["message"] == "Already taken"


def test_without_a_script_the_room_answers_in_its_page():
    ada = Client()
    room = ada.post("/new/one-screen/", {})["Location"]
    for by_ear in (False, True):
        page = ada.get(room).content.decode()
        assert ('id="command"' in page, "<p>1 2 3</p>" in page) == (by_ear, by_ear)
        ada.cookies["ear"] = "on"
    assert ada.get(f"{room}state/?ask=h2").content.decode() == "Row 2: empty, empty, empty."
    assert "Row 1: empty, empty, empty. Row 2" in ada.post(f"{room}ask/", {"text": "b"}).content.decode()
    assert ada.post(f"{room}ask/", {"text": "5"})["Location"] == room
    assert Game.objects.get().record == "4"
    assert '<p id="told">' in ada.get(f"{room}state/?seen=started--").content.decode()
    taken = ada.post(f"{room}ask/", {"text": "5"})
    assert (taken.status_code, "Already taken" in taken.content.decode()) == (409, True)
    stranger = Client().post(f"{room}ask/", {"text": "1"})
    assert stranger.status_code == 403
    assert Client().post("/g/2222222222/ask/", {"text": "1"}).status_code == 404


def test_a_page_that_waits_without_a_script_says_that_it_does_not_refresh_itself():
    ada = Client()
    room = ada.post("/new/friend/", {"side": "X"})["Location"]
    Client().post(f"{room}join/", {"name": "Ben"})
    ada.cookies["ear"] = "on"
    turn = ada.get(room).content.decode()
    ada.post(f"{room}ask/", {"text": "5"})
    waits = ada.get(room).content.decode()
    says = "Without JavaScript this page does not refresh itself."
    assert (says in turn, says in waits, "http-equiv" in waits) == (False, True, False)


@pytest.mark.parametrize("path", ["/", "/practice/1/", "/setup/"])
def test_every_other_board_is_also_shown_as_lines_of_text(client, path):
    client.cookies["ear"] = "on"
    found = client.get(path)
    assert found.status_code == 200
    assert "The board as text" in found.content.decode()
