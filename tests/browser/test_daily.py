"""The daily puzzle in a browser, by the browser's clock."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from games.engine.position import Move
from games.practice.daily import exercise_of
from tests.browser.visits import settle
from tests.support.rooms import square


def shown_day(page: Page):
    return datetime.fromisoformat(page.locator("[data-today]").get_attribute("data-today")).date()


def press(page: Page, move: Move | None = None) -> None:
    """Make a move, by default the right one."""
    exercise = exercise_of(shown_day(page))
    move = exercise.answers[0] if move is None else move
    if exercise.variant.choices:
        page.locator(f"main [name=write][value={exercise.variant.write(move)[-1]}]").check(force=True)
    page.locator(".board > button").nth(exercise.variant.square(move)).click()


@pytest.mark.parametrize("path", ["", "day/"])
def test_it_is_solved_by_a_press_and_copied_with_a_board_of_emoji(server, new_page, path):
    page = new_page(viewport={"width": 1280, "height": 720}, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/{path}")
    press(page, exercise_of(shown_day(page)).tempting[0])
    expect(page.locator(".answer-line")).to_contain_text("Not that one")
    press(page)
    expect(page.get_by_role("heading", name="Found it!")).to_be_visible()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "⬜" in copied
    assert copied.strip().endswith(f"/day/{shown_day(page)}/")


@pytest.mark.parametrize("size", [(360, 640), (1280, 720)])
def test_once_solved_it_keeps_its_place_and_the_text_to_share_is_visible(server, new_page, size):
    page = new_page(viewport=dict(zip(("width", "height"), size, strict=True)), locale="de")
    page.goto(f"{server.url}/day/")
    settle(page)
    before = page.locator(".leaf").bounding_box()
    press(page)
    expect(page.locator("#copy")).to_be_visible()
    after = page.locator(".leaf").bounding_box()
    assert (after["width"], after["height"]) == (before["width"], before["height"])
    assert page.locator("#link").evaluate("words => words.scrollHeight <= words.clientHeight")
    assert page.locator("#copy").bounding_box()["height"] < 60


def test_on_the_home_page_it_is_one_tab_stop_and_none_once_solved(server, new_page):
    page = new_page(viewport={"width": 1280, "height": 720})
    page.goto(server.url)
    board = page.locator(".day .board")
    expect(board.locator("[tabindex='0']")).to_have_count(1)
    expect(board.locator("[tabindex='-1']")).to_have_count(8)
    board.locator("[tabindex='0']").focus()
    for key in ("ArrowUp", "ArrowUp", "Home", "ArrowRight"):
        page.keyboard.press(key)
    expect(square(page, 2)).to_be_focused()
    page.keyboard.press("1")  # keys press squares only on pages that list them
    press(page)
    expect(page.get_by_role("heading", name="Found it!")).to_be_visible()
    page.goto(server.url)
    expect(page.get_by_text("Found it!")).to_be_visible()
    expect(board.locator("button")).to_have_count(0)


def test_on_a_phone_the_home_page_links_to_it(server, new_page):
    page = new_page(viewport={"width": 360, "height": 640})
    page.goto(server.url)
    expect(page.locator(".day .board")).to_be_hidden()
    page.get_by_role("link", name="Find the move").first.click()
    expect(page.get_by_role("heading", name="Find the move")).to_be_visible()


@pytest.mark.parametrize(("zone", "hours"), [("Pacific/Kiritimati", 14), ("Etc/GMT+12", -12)])
@pytest.mark.parametrize("path", ["", "day/"])
def test_the_date_is_that_of_the_browsers_clock(server, new_page, zone, hours, path):
    page = new_page(timezone_id=zone)
    page.goto(f"{server.url}/{path}")
    day = (datetime.now(UTC) + timedelta(hours=hours)).date()
    expect(page.locator("[data-today]")).to_have_attribute("data-today", day.isoformat())
