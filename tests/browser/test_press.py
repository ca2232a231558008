"""Clicks that come too soon, or while the browser is offline."""

import re

from playwright.sync_api import expect

from tests.browser.listening import stop_time
from tests.browser.visits import settle
from tests.support.rooms import connected, robot, shows, square

PHONE = {"width": 360, "height": 640}
IN_A_GAME = re.compile("/g/")
IGNORED_FOR = 400  # ms, as in press.js


# Move a square to a point by a style sheet, without changing any element.
MOVE_A_SQUARE_THERE = """([x, y]) => {
  const label = document.elementFromPoint(x, y)?.closest("button")?.ariaLabel;
  const square = [...document.querySelectorAll(".board > button")].find((one) => one.ariaLabel !== label);
  const box = square.getBoundingClientRect(), sheet = new CSSStyleSheet();
  const [right, down] = [x - box.x - box.width / 2, y - box.y - box.height / 2];
  sheet.replaceSync(`.board { translate: ${right}px ${down}px; }`);
  document.adoptedStyleSheets = [sheet];
}"""


def test_the_second_tap_on_a_robot_plays_no_square_not_even_one_that_has_moved_under_it(server, new_page):
    page = new_page(viewport=PHONE)
    page.goto(server.url)
    settle(page)
    box = robot(page, "Easy").locator("b").bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    stop_time(page)
    page.mouse.click(*place)
    expect(page).to_have_url(IN_A_GAME)
    settle(page)
    # Keep the form from being sent: without a socket it would load another page.
    page.evaluate("document.addEventListener('submit', (event) => { event.preventDefault(); window.sent = true; })")
    page.mouse.click(*place)
    assert not page.evaluate("window.sent")
    page.evaluate(MOVE_A_SQUARE_THERE, place)
    page.mouse.click(*place)
    assert not page.evaluate("window.sent")
    page.locator(".board > button").first.press("Enter")  # keys are accepted immediately
    assert page.evaluate("window.sent")
    page.evaluate("window.sent = false")
    page.clock.run_for(IGNORED_FOR)
    page.mouse.click(*place)
    assert page.evaluate("window.sent")


def test_a_control_that_appears_under_the_pointer_ignores_presses_briefly(server, new_page):
    page = new_page(viewport=PHONE, reduced_motion="reduce")
    page.goto(server.url)
    page.get_by_label("Hints").check()
    robot(page, "Easy").click()
    connected(page)
    stop_time(page)
    box = page.locator("#do-hint").bounding_box()
    place = box["x"] + 8, box["y"] + box["height"] / 2  # where [Take back] appears next
    page.mouse.click(*place)
    expect(page.locator("#do-hint")).to_have_count(0)
    page.keyboard.press("1")
    expect(page.locator("#do-take-back")).to_be_visible()
    page.mouse.click(*place)
    page.clock.run_for(IGNORED_FOR)
    shows(page, 1, "X")
    page.mouse.click(*place)
    expect(square(page, 1)).to_have_accessible_name("Top left, empty")


def test_offline_the_home_page_says_so_and_works_again_when_online(server, new_page):
    page = new_page(viewport=PHONE)
    page.goto(server.url)
    settle(page)
    page.context.set_offline(True)
    for control in (robot(page, "Easy"), page.get_by_role("link", name="Your games").last):
        control.click()
        expect(page.get_by_role("alert")).to_have_text("You’re offline right now. Try again in a moment.")
        expect(page).to_have_url(f"{server.url}/")
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_count(0)
    robot(page, "Easy").click()
    expect(page).to_have_url(IN_A_GAME)
