"""The room of a game in a real browser: where things stand in it, and when they come."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_play import connected, play_computer, shows, square
from tests.browser.visits import settle

pytestmark = pytest.mark.browser

# The smallest telephones and those on their side, screens twice as near, and desks.
SIZES = [
    *[(320, 568), (360, 640), (390, 844), (568, 320), (640, 360), (640, 400), (667, 375), (690, 400)],
    *[(768, 1024), (1024, 600), (1024, 768), (1280, 720), (1280, 800), (1366, 768), (1920, 1080)],
]
LARGE_SIZES = [(1280, 800), (1366, 768), (1920, 1080)]

Boxes = dict[tuple[int, int], dict[str, float]]


def boards(page: Page, sizes: list[tuple[int, int]]) -> Boxes:
    """Where the board of a page stands on screens of several sizes, from the top of the page."""
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        found[width, height] = page.locator(".board").bounding_box()
    return found


def cut_off(boxes: Boxes) -> dict[tuple[int, int], dict[str, float]]:
    """The boards that are not whole on the screen."""
    return {size: box for size, box in boxes.items() if box["x"] < 0 or box["y"] + box["height"] > size[1]}


def game_with(page: Page, server, opponent: str) -> None:
    if opponent:
        play_computer(page, server, opponent)
    else:
        page.goto(server.url)
        page.get_by_role("button", name="Two players, one screen").click()
    connected(page)
    settle(page)


def board_stays(page: Page, server, opponent: str, sizes: list[tuple[int, int]]) -> None:
    """From the first move to the last and on into the rematch, when there is a score to show."""
    game_with(page, server, opponent)
    at_first = boards(page, sizes)
    assert cut_off(at_first) == {}
    square(page, 1).click()
    shows(page, 1, "X")
    expect(page.locator("#do-take-back")).to_be_visible()
    assert boards(page, sizes) == at_first
    page.locator(".ask summary").click()
    page.locator("#do-resign").click()
    expect(page.locator(".wins")).to_be_visible()
    assert boards(page, sizes) == at_first
    played = page.url
    page.locator("#do-rematch").click()
    page.wait_for_url(lambda url: url != played)
    connected(page)
    settle(page)
    assert boards(page, sizes) == at_first


@pytest.mark.parametrize("opponent", ["Easy", ""])
def test_the_board_stays_where_it_is_whole_on_every_screen(server, new_page, opponent):
    board_stays(new_page(reduced_motion="reduce"), server, opponent, SIZES)
