"""A room in a browser: its parts, and how people get there."""

import re

from playwright.sync_api import Page, expect

from tests.browser.engines import ChromiumWindow

SQUARES = [
    *("Top left", "Top middle", "Top right"),
    *("Middle left", "Centre", "Middle right"),
    *("Bottom left", "Bottom middle", "Bottom right"),
]


def square(page: Page, number: int):
    return page.get_by_role("group", name="Board").locator(":is(button, span)[aria-label]").nth(number - 1)


def status(page: Page):
    return page.get_by_role("main").get_by_role("heading", level=1)


def shows(page: Page, number: int, mark: str) -> None:
    """Wait until a square shows a mark."""
    more = r"(, (last move|oldest|second oldest|newest|winning line|losing line))*(\. .*)?"
    name = rf"^{SQUARES[number - 1]}, {mark}{more}$"
    expect(square(page, number)).to_have_accessible_name(re.compile(name))


def drawn(page: Page, number: int, mark: str) -> None:
    """Wait until the ink of a mark is visible."""
    shows(page, number, mark)
    ChromiumWindow(page).drawn(number, mark)


def state_is(page: Page, state: str) -> None:
    expect(page.locator("#connection")).to_have_attribute("data-state", state)


def connected(page: Page) -> None:
    state_is(page, "connected")
    page.wait_for_load_state()  # also wait for the other scripts


def move_pointer_away(page: Page) -> None:
    """Move the pointer to a corner, and wait until a new page accepts presses where it was (see press.js)."""
    page.mouse.move(0, 0)
    page.evaluate("""new Promise((done) => setTimeout(done,
        400 + performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd - performance.now()))""")


def press_button(page: Page, name: str) -> None:
    """Press a button once the room is connected, because before that the page only reports the missing connection."""
    connected(page)
    move_pointer_away(page)
    page.get_by_role("button", name=name, exact=True).click()


def open_menu(page: Page) -> None:
    page.get_by_role("button", name="More", exact=True).click()


def set_reload_marker(page: Page) -> None:
    """Set a marker in the page that a reload would remove."""
    page.evaluate("window.stayed = true")


def invite(page: Page, server) -> str:
    """Create a game and return its link."""
    page.goto(server.url)
    page.get_by_role("button", name="Make a link").click()
    page.wait_for_load_state()
    return page.get_by_label("Link").input_value()


def robot(page: Page, name: str):
    """Return the button of the home page that starts a game against a built-in robot."""
    return page.locator(".picker button", has=page.get_by_text(name, exact=True))


def play_computer(page: Page, server, opponent: str) -> None:
    page.goto(server.url)
    robot(page, opponent).click()
    page.wait_for_load_state()


def one_screen(page: Page, server, variant: str = "") -> None:
    """Start a game for two players on one screen, by default the classic one."""
    page.goto(f"{server.url}/?variant={variant}" if variant else server.url)
    page.get_by_role("button", name="Two players, one screen").click()
    connected(page)


def start_game(ada: Page, ben: Page, server) -> str:
    """Start a game between two people, Ada first, and return its URL."""
    ben.goto(invite(ada, server))
    ben.get_by_role("button", name="Join the game").click()
    for page in (ada, ben):
        connected(page)
    return ben.url


def two_in_a_game(server, new_page) -> tuple[Page, Page]:
    """Return the pages of two people in a game, of whom the first starts."""
    ada, ben = new_page(), new_page()
    start_game(ada, ben, server)
    return ada, ben
