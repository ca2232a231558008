"""Whole games in a browser."""

import re

import pytest
from playwright.sync_api import Error, Page, expect

from tests.support.rooms import (
    connected,
    drawn,
    invite,
    one_screen,
    play_computer,
    press_button,
    set_reload_marker,
    shows,
    square,
    status,
)

pytestmark = pytest.mark.tour


def test_two_friends_play_by_link_while_a_third_watches_without_a_reload(server, new_page):
    ada, ben, eve = new_page(), new_page(), new_page()
    link = invite(ada, server)
    connected(ada)
    set_reload_marker(ada)
    ben.goto(link)
    expect(status(ben)).to_contain_text("invites you to play")
    ben.get_by_label("What should").fill("Ben")
    ben.get_by_role("button", name="Join the game").click()
    connected(ben)
    set_reload_marker(ben)
    expect(status(ada)).to_have_text("Your turn")
    eve.goto(link)
    connected(eve)
    set_reload_marker(eve)
    for page, number, mark in [(ada, 1, "X"), (ben, 4, "O"), (ada, 2, "X"), (ben, 5, "O"), (ada, 3, "X")]:
        expect(status(page)).to_have_text("Your turn")
        square(page, number).click()
        for viewer in (ada, ben, eve):
            drawn(viewer, number, mark)
    expect(status(ada)).to_have_text("You win!")
    expect(status(ben)).to_have_text("Guest wins.")
    expect(status(eve)).to_have_text("Guest wins.")
    expect(eve.get_by_text("You’re watching")).to_be_visible()
    assert all(page.evaluate("window.stayed") for page in (ada, ben, eve))
    press_button(ada, "Rematch")
    expect(ben.locator(".wants")).to_have_text("Guest would like a rematch.")
    press_button(ben, "Let’s play")
    for viewer in (ada, ben, eve):
        viewer.wait_for_url(lambda url: url != link and "/g/" in url)
    expect(status(ben)).to_have_text("Your turn")
    expect(status(eve)).to_have_text("Ben’s turn")


def look(page: Page, address: str) -> None:
    """Reload a page unless it is already reloading itself."""
    try:
        page.goto(address)
    except Error as aborted:
        if "ERR_ABORTED" not in str(aborted):
            raise


def test_two_friends_play_without_javascript(server, new_page):
    ada, ben = new_page(java_script_enabled=False), new_page(java_script_enabled=False)
    link = invite(ada, server)
    ben.goto(link)
    ben.get_by_role("button", name="Join the game").click()
    for page, number, mark in [(ada, 1, "X"), (ben, 4, "O"), (ada, 2, "X"), (ben, 5, "O"), (ada, 3, "X")]:
        look(page, link)
        expect(status(page)).to_have_text("Your turn")
        square(page, number).click()
        drawn(page, number, mark)
    expect(status(ada)).to_have_text("You win!")
    look(ben, link)
    expect(status(ben)).to_have_text("Guest wins.")
    ben.get_by_role("button", name="Play Guest again").click()
    look(ada, link)
    ada.get_by_role("button", name="Let’s play", exact=True).click()
    expect(status(ada)).to_have_text("Guest’s turn")


def test_back_from_a_rematch_leads_to_the_page_before_the_first_game(server, new_page):
    ada = new_page()
    play_computer(ada, server, "Hard")
    connected(ada)
    ada.get_by_label("Give up").click()
    ada.get_by_role("button", name="Give up").click()
    first = ada.url
    press_button(ada, "Rematch")
    ada.wait_for_url(lambda url: url != first)
    expect(status(ada)).to_have_text(re.compile("Your turn|Hard"))
    ada.go_back()
    expect(ada).to_have_url(f"{server.url}/")  # not to the review of the first game


@pytest.mark.parametrize(("scheme", "shown"), [("light", False), ("dark", True)])
def test_a_diagonal_of_x_is_struck_through_only_on_slate(server, new_page, scheme, shown):
    ada = new_page(color_scheme=scheme)
    one_screen(ada, server)
    for ply, number in enumerate((1, 2, 5, 3, 9)):
        square(ada, number).click()
        shows(ada, number, "XO"[ply % 2])
    expect(ada.locator(".board .win")).to_be_visible(visible=shown)
    expect(ada.locator(".board .band")).to_be_visible(visible=not shown)


def test_earlier_marks_are_not_drawn_again(server, new_page):
    ada = new_page()
    one_screen(ada, server)
    square(ada, 1).click()
    shows(ada, 1, "X")
    square(ada, 1).locator("svg").evaluate("mark => { mark.kept = true; }")
    square(ada, 5).click()
    shows(ada, 5, "O")
    assert square(ada, 1).locator("svg").evaluate("mark => mark.kept")
