"""Doodles by socket, to all pages of a room that accept them."""

import pytest

from games.site.limits import DOODLES

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("little_grace", "clock")]
WANTS = "lang=en&doodles"


async def test_a_doodle_reaches_every_page_that_has_not_switched_doodles_off(people, game, room_page):
    viewers = ((people.ada, WANTS), (people.ben, "lang=de&doodles"), (None, WANTS))
    pages = [room_page(game.code, *viewer) for viewer in viewers]
    without = room_page(game.code, people.ada)
    for page in (*pages, without):
        version = (await page.open())["version"]
    await pages[1].do("doodle", drawing="hello")
    ada, ben, eve = [await page.next("doodle") for page in pages]
    assert ada == eve
    assert ada["said"] == "Ben: Hello"
    assert ben["said"] != ada["said"]
    for shown in ('id="slip-O" aria-hidden="true"', "doodles.svg#hello", "Hello"):
        assert shown in ada["html"]
    await without.do("play", cell=4, version=version)
    while (frame := await without.receive_json_from()).get("version") != version + 1:
        assert frame["type"] != "doodle"


async def test_the_rate_is_limited_and_the_game_goes_on(people, game, room_page):
    ada = room_page(game.code, people.ada, WANTS)
    version = (await ada.open())["version"]
    for _time in range(DOODLES.most):
        await ada.do("doodle", drawing="oh")
        await ada.next("doodle")
    await ada.do("doodle", drawing="oh")
    assert (await ada.next("refused"))["message"] == str(DOODLES.sentence)
    await ada.do("play", cell=4, version=version)
    assert "Centre, X, last move" in (await ada.state(version + 1))["html"]


@pytest.mark.parametrize("drawing", [None, "", "rude", "<b>", 5, [], {}])
async def test_unknown_doodles_are_refused(people, game, room_page, drawing):
    ada = room_page(game.code, people.ada, WANTS)
    await ada.open()
    await ada.do("doodle", drawing=drawing)
    assert (await ada.next("refused"))["message"] == "You can’t do that here."
