"""A game with only Tab and Enter."""

from playwright.sync_api import Page, expect

from tests.browser.listening import focused, has_focus, tab_to
from tests.support.rooms import SQUARES, connected, shows


def free_squares_in_tab_order(page: Page) -> list[str]:
    tab_to(page, "link Your name")
    found = []
    while True:
        page.keyboard.press("Tab")
        if not focused(page).endswith(", empty"):
            return found
        found.append(focused(page).removeprefix("button ").removesuffix(", empty"))


def test_tab_and_enter_alone_reach_every_free_square_and_both_marks(server, new_page):
    page = new_page()
    page.goto(f"{server.url}/?variant=wild")
    tab_to(page, "button Two players, one screen")
    page.keyboard.press("Enter")
    connected(page)
    tab_to(page, "button Keyboard shortcuts")
    page.keyboard.press("Enter")
    tab_to(page, "button Let Tab stop at every free square")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-stops", "")
    connected(page)
    tab_to(page, "button Close")
    page.keyboard.press("Enter")
    assert free_squares_in_tab_order(page) == SQUARES
    has_focus(page, "radio X checked")
    page.keyboard.press("Enter")
    has_focus(page, "radio O checked")
    tab_to(page, "button Centre, empty", key="Shift+Tab")
    page.keyboard.press("Enter")
    shows(page, 5, "O")
    has_focus(page, "button Centre, O, last move disabled")
    assert free_squares_in_tab_order(page) == [name for name in SQUARES if name != "Centre"]
