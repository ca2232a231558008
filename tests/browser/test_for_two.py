"""The extras of a room for two: doodles, and browser notifications while the page is hidden."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.listening import has_focus, stop_time, tab_to
from tests.support.rooms import connected, invite, open_menu, shows, square


@pytest.fixture(scope="session")
def light_chromium(chromium) -> str:
    """The full browser, because the headless one shows no notifications."""
    return chromium


# Records notifications, and lets a test hide a page, because a page of a test is never hidden.
OUT_OF_SIGHT = """
window.notices = [];
window.Notification = class extends Notification {
  constructor(words, options) {
    super(words, options);
    if (words) notices.push(words);
  }
};
window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });
"""


def set_hidden(page: Page, away: bool) -> None:
    page.evaluate("away => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }", away)


def board_of(page: Page) -> dict:
    return page.locator(".board").evaluate("board => board.getBoundingClientRect().toJSON()")


def test_two_people_notify_each_other_and_exchange_doodles(server, new_page):
    ada, ben = new_page(permissions=["notifications"]), new_page(viewport={"width": 360, "height": 640})
    ada.add_init_script(OUT_OF_SIGHT)
    link = invite(ada, server)
    connected(ada)
    ada.get_by_role("button", name="Notify me when it’s my move, while this page is open").click()
    expect(ada.get_by_role("button", name="Stop notifying me")).to_be_visible()
    connected(ada)
    set_hidden(ada, True)
    ben.goto(link)
    ben.get_by_role("button", name="Join the game").click()
    connected(ben)
    expect(square(ada, 5)).to_be_visible()
    set_hidden(ada, False)
    square(ada, 5).click()
    set_hidden(ada, True)
    shows(ben, 5, "X")
    square(ben, 1).click()
    shows(ada, 1, "O")
    set_hidden(ada, False)
    square(ada, 9).click()
    shows(ben, 9, "X")
    square(ben, 3).click()  # a visible page needs no notification
    shows(ada, 3, "O")
    assert ada.evaluate("notices") == ["Guest is here. You start.", "The other player marked top left. Your turn."]

    stop_time(ada)
    before = [board_of(page) for page in (ada, ben)]
    tab_to(ben, "DisclosureTriangle Doodle")
    ben.keyboard.press("Enter")
    tab_to(ben, "button Nice move")
    ben.keyboard.press("Enter")
    for page in (ada, ben):
        expect(page.locator(".slip.O")).to_have_text("Nice move")
    has_focus(ben, "DisclosureTriangle Doodle")
    ben.evaluate("scrollTo(0, 0)")
    assert [board_of(page) for page in (ada, ben)] == before
    expect(ada.locator("#news")).to_have_text("Guest: Nice move")
    expect(ben.locator("#news")).to_have_text("You: Nice move")
    ada.clock.run_for(6_000)
    expect(ada.locator(".slip")).to_have_count(0)

    open_menu(ben)
    ben.get_by_role("button", name="Turn doodles off").click()
    connected(ben)
    expect(ben.get_by_role("group", name="Doodles")).to_have_count(0)
    open_menu(ben)
    ben.get_by_role("button", name="Notify me").click()  # his browser denies permission
    expect(ben.get_by_text("Your browser is blocking notifications from this page.")).to_be_focused()
