"""Games in five-year-old browsers, and while scripts have not loaded."""

import pytest
from playwright.sync_api import expect

from tests.browser.visits import settle
from tests.support.eyes import with_old_css
from tests.support.rooms import connected, play_computer, robot, shows, square, status


@pytest.mark.parametrize("scripts", [True, False])
def test_a_game_in_an_old_browser(server, new_page, scripts):
    page = with_old_css(new_page(java_script_enabled=scripts), server)
    play_computer(page, server, "Hard")
    if scripts:
        connected(page)
    settle(page)
    boxes = [page.locator(".board > button").nth(place).bounding_box() for place in range(9)]
    assert min(box["width"] for box in boxes) >= 44
    assert len({round(box["x"]) for box in boxes}) == len({round(box["y"]) for box in boxes}) == 3
    square(page, 1).click()
    shows(page, 1, "X")
    expect(page.locator(".board .O")).to_be_visible()
    expect(status(page)).to_have_text("Your turn")


def test_only_style_sheets_delay_a_page(server, new_page):
    page = new_page()
    play_computer(page, server, "Hard")
    connected(page)
    blocking = page.evaluate(
        "performance.getEntriesByType('resource').filter((one) => one.renderBlockingStatus === 'blocking')"
        ".map((one) => one.name)"
    )
    assert [name.split("/")[-2] for name in blocking] == ["site", "play"]


def test_a_move_is_made_before_scripts_have_loaded(server, new_page):
    page = new_page()
    page.route("**/*.js", lambda route: None)  # never answered
    page.goto(server.url, wait_until="commit")
    robot(page, "Easy").click(no_wait_after=True)
    expect(status(page)).to_have_text("Your turn")
    square(page, 1).click(no_wait_after=True)
    shows(page, 1, "X")
