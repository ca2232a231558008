"""The matchbox machine in a browser: played by keyboard, taught and reset without loading a page."""

import re

from playwright.sync_api import Page, expect

from tests.support.eyes import check
from tests.support.rooms import set_reload_marker


def finish(page: Page) -> None:
    """Play to the end, each time with the key of the first empty square."""
    version = page.locator("form.leaf [name=version]")
    while version.count():
        seen = version.input_value()
        empty = page.locator(".board > button:not([aria-disabled])").first
        page.keyboard.press(str(int(empty.get_attribute("value")) + 1))
        expect(page.locator(f"form.leaf [name=version][value='{seen}']")).to_have_count(0)


def test_a_game_by_keys_its_lesson_and_a_hundred_more(server, new_page):
    page = new_page(viewport={"width": 360, "height": 640})
    page.goto(f"{server.url}/menace/")
    page.wait_for_load_state("networkidle")
    set_reload_marker(page)
    page.get_by_role("button", name="Play it").click()
    status = page.get_by_role("status").first
    expect(status).to_contain_text("It drew a bead for")
    expect(page.locator(".drawn-from")).to_have_count(1)
    expect(page.get_by_role("button", name="Bottom right")).to_be_in_viewport(ratio=1)
    check(page)
    finish(page)
    expect(status).to_contain_text("Game 1:")
    expect(page.get_by_text("It has learnt from 1 game:")).to_be_visible()
    first = page.locator(".steps a").first
    first.click()
    expect(first).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("group", name="Box 1")).to_be_visible()
    check(page)
    page.get_by_label("Or let another player teach it:").select_option("easy")
    page.get_by_role("button", name="100 games").click()
    expect(page.get_by_text("Easy taught it over 100 games:").last).to_be_visible()
    expect(page.get_by_text(re.compile("It has learnt from 101 games:"))).to_be_visible()
    expect(page).to_have_url(f"{server.url}/menace/")
    assert page.evaluate("window.stayed")
    page.get_by_text("Start again").first.click()
    check(page)
    page.get_by_role("button", name="Start again").click()
    expect(page.get_by_text("It has not played yet")).to_be_visible()
