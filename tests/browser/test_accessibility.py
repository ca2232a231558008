"""Every page, in both themes, as axe sees it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.test_connection import two_in_a_game
from tests.browser.test_play import connected, invite, square

pytestmark = pytest.mark.browser


def check(page: Page) -> None:
    """Asserts that axe finds nothing, on paper and on the chalkboard."""
    page.emulate_media(reduced_motion="reduce")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == []


@pytest.mark.parametrize(
    "path",
    [
        *("", "opponents/", "watch/", "setup/", "setup/?cells=X_O______", "setup/?cells=XXXO", "games/", "name/"),
        *("how-to-play/", "practice/", "practice/302/", "open/", "device/", "nowhere/", "look/?game=x"),
    ],
)
def test_a_page_of_its_own(server, new_page, path):
    page = new_page()
    page.goto(f"{server.url}/{path}")
    check(page)


def test_the_way_through_a_game(server, new_page):
    ada, ben = new_page(), new_page()
    link = invite(ada, server)
    check(ada)
    ben.goto(link)
    check(ben)
    ben.get_by_role("button", name="Join the game").click()
    connected(ben)
    connected(ada)
    square(ada, 5).click()
    expect(ben.get_by_role("heading", name="Your turn")).to_be_visible()
    ada.get_by_role("button", name="Take back").click()
    expect(ben.get_by_role("button", name="Allow")).to_be_visible()
    for page in (ada, ben):
        check(page)
    ada.close()
    square(ben, 1).click()
    ben.goto(f"{server.url}/games/?state=open")
    check(ben)


def test_an_absent_opponent_and_a_finished_game(server, new_page):
    ada, ben = two_in_a_game(server, new_page)
    expect(ben.locator(".plate.X")).to_contain_text("here")
    ada.close()
    expect(ben.get_by_role("button", name="Claim the win")).to_be_visible(timeout=20_000)
    check(ben)
    ben.get_by_role("button", name="Claim the win").click()
    expect(ben.get_by_role("link", name="Review")).to_be_visible()
    check(ben)
    ben.goto(f"{server.url}/games/")
    check(ben)
    ben.goto(f"{server.url}/device/")
    check(ben)


def test_a_review_at_every_kind_of_moment(server, new_page):
    page = new_page()
    page.goto(server.url)
    page.get_by_role("button", name="Two players, one screen").click()
    connected(page)
    for number in (5, 4, 7, 3, 1, 6, 9):
        square(page, number).click()
        expect(square(page, number).locator("svg")).to_be_visible()
    check(page)
    for query in ("?ply=0", "?ply=5", "?ply=6&worth=off", "?ply=7"):
        page.goto(page.url.split("?")[0] + query)
        connected(page)
        page.get_by_text("Share", exact=True).click()
        check(page)


def test_hints_and_answers(server, new_page):
    page = new_page()
    page.goto(f"{server.url}/practice/1/")
    square(page, 9).click()
    expect(page.get_by_role("status")).to_contain_text("Not that one")
    check(page)
    page.goto(server.url)
    page.get_by_label("Hints").check()
    page.get_by_role("button", name="Start the game").click()
    connected(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#room .worth").first).to_be_visible()
    check(page)
