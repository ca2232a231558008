"""Stepping through a finished game with buttons, keys and swipes, or page by page."""

import json
import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from games.engine.vanishing import VANISHING
from tests.browser.listening import hears, listen, press_keys, take_announcements, wait_for_announcements
from tests.browser.visits import settle
from tests.support.rooms import connected, set_reload_marker, shows, square, status, two_in_a_game
from tests.support.states import long_game


@pytest.fixture
def over(server, new_page) -> tuple[Page, Page]:
    """Two friends with a finished game, the style guide's example."""
    ada, ben = two_in_a_game(server, new_page)
    for page, number in [(ada, 5), (ben, 4), (ada, 7), (ben, 3), (ada, 1), (ben, 6), (ada, 9)]:
        expect(status(page)).to_have_text("Your turn")
        square(page, number).click()
        shows(page, number, "X" if page is ada else "O")
    return ada, ben


def verdict(page: Page):
    return page.locator("h2.verdict")


@pytest.mark.tour
def test_stepping_by_buttons_and_keys_needs_no_reload_and_announces_each_moment_once(over):
    ada = listen(over[0])
    ada.get_by_role("link", name="Review").click()
    expect(verdict(ada)).to_have_text("Missed a win")  # her first mistake
    connected(ada)
    ada.evaluate("window.stayed = true")
    take_announcements(ada)
    for press, words in [
        ("End", "Move 7 of 7 · You Best"),
        ("ArrowLeft", "Move 6 of 7 · Guest Turned a draw into a loss"),
        ("ArrowLeft", "Move 5 of 7 · You Missed a win"),
        ("Home", "The start"),
        ("ArrowRight", "Move 1 of 7 · You Best"),
        ("End", "Move 7 of 7 · You Best"),
    ]:
        ada.keyboard.press(press)
        [said] = wait_for_announcements(ada)
        assert said.startswith(words)
    ada.get_by_role("link", name=re.compile("^5.*Missed a win")).click()
    expect(verdict(ada)).to_have_text("Missed a win")
    expect(ada).to_have_url(re.compile("ply=5"))
    expect(square(ada, 9)).to_have_accessible_name("Bottom right, empty. X wins in 1")
    take_announcements(ada)
    ada.keyboard.press("o")
    hears(ada, "The squares no longer show what they’re worth.")
    expect(square(ada, 9)).to_have_accessible_name("Bottom right, empty")
    back = ada.get_by_role("link", name="Back", exact=True)
    back.click()
    expect(verdict(ada)).to_have_text("Best")
    expect(back).to_be_focused()
    assert ada.evaluate("window.stayed")
    expect(ada.locator("#connection")).to_be_visible()


def test_screen_readers_read_the_worth_of_squares_after_the_moves_and_the_verdict(over):
    page = over[0]
    page.goto(f"{page.url}?ply=5")
    read = page.get_by_role("main").aria_snapshot()
    in_order = ['"Board"', '"Moves"', "Missed a win", "X wins in 1: bottom middle, bottom right", "Missed a win"]
    place = 0
    for words in in_order:
        place = read.index(words, place) + 1
    page.get_by_role("link", name="To the start").click()
    values = page.get_by_role("list", name="What if X plays here?").get_by_role("listitem")
    expect(values).to_have_text(["draw: any corner, any edge, centre"])


def test_by_keys_a_player_goes_to_a_mistake_and_tries_other_moves(over):
    ada = listen(over[0])
    ada.get_by_role("link", name="Review").click()
    connected(ada)
    set_reload_marker(ada)
    take_announcements(ada)
    ada.keyboard.press("m")
    hears(ada, "Move 5 of 7 · You Missed a win You marked top left. Find a better move.")
    expect(ada.locator(".board .worth")).to_have_count(0)
    ada.keyboard.press("2")
    hears(ada, "Move 5 of 7 · You Missed a win X top middle O marks bottom middle, and the win is gone.")
    expect(square(ada, 2)).to_be_focused()
    press_keys(ada, "ArrowDown", "Enter")
    hears(ada, "Move 5 of 7 · You Missed a win You marked top left. Already taken")
    press_keys(ada, "ArrowRight", "ArrowDown", "Enter")
    hears(ada, "Move 5 of 7 · You Best X bottom right Wins in 1 move.")
    shows(ada, 9, "X")
    assert ada.evaluate("window.stayed")


@pytest.mark.parametrize("size", [(360, 640), (667, 375)], ids=str)
def test_a_phone_shows_the_board_beside_the_moves(over, new_page, size):
    phone = new_page(viewport=dict(zip(("width", "height"), size, strict=True)))
    phone.goto(f"{over[0].url}?ply=5")
    settle(phone)
    for part in (".board", ".stepper", "h2.verdict", ".said p:last-child"):
        expect(phone.locator(part)).to_be_in_viewport(ratio=1)
    phone.locator("#to-6").scroll_into_view_if_needed()
    phone.evaluate("window.stayed = scrollY")
    for move, words in (
        ("#to-6", "Turned a draw into a loss"),
        ("#to-1", "Best"),
        ("#to-2", "Turned a draw into a loss"),
    ):
        phone.locator(move).click()
        expect(verdict(phone)).to_have_text(words)
        for part in (".board", ".stepper", move):
            expect(phone.locator(part)).to_be_in_viewport(ratio=1)
    assert phone.evaluate("scrollY === stayed")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_result_of_a_move_is_below_its_mark(over, new_page, scheme):
    phone = new_page(viewport={"width": 360, "height": 640}, color_scheme=scheme)
    phone.goto(f"{over[0].url}?ply=5")
    mark = phone.locator(".board > span:has(.chosen) use").bounding_box()
    label = phone.locator(".board .chosen").bounding_box()
    assert label["y"] >= mark["y"] + mark["height"]


@pytest.mark.parametrize("size", [(360, 640), (667, 375), (768, 1024), (1280, 720)], ids=str)
def test_a_review_has_one_main_button_larger_than_its_neighbours_and_ends_with_its_last_line(over, size):
    ada, _ben = over
    ada.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for ply, main in ((7, "#do-rematch"), (5, ".further > .button")):
        ada.goto(f"{ada.url.split('?')[0]}?ply={ply}")
        settle(ada)
        ink = ada.evaluate("getComputedStyle(document.body).color")
        filled, heights = {}, {}
        for button in (".further > .button", ".share summary", "#do-rematch"):
            for shown in ada.locator(button).all():
                filled[button] = shown.evaluate("shown => getComputedStyle(shown).backgroundColor") == ink
                heights[button] = shown.bounding_box()["height"]
        assert [button for button, dark in filled.items() if dark] == [main]
        assert all(heights[main] > height for button, height in heights.items() if button != main)
    if size == (667, 375):
        last, page = ada.locator(".line").bounding_box(), ada.locator("main").bounding_box()
        assert page["y"] + page["height"] - last["y"] - last["height"] <= 64
    if size == (1280, 720):  # its actions and their menus are on the screen
        ada.get_by_text("Share", exact=True).click()
        for part in (".further > .button", ".share summary", ".share #link", ".share li:last-child a", "#do-rematch"):
            expect(ada.locator(part)).to_be_in_viewport(ratio=1)
        assert ada.evaluate("scrollY") == 0


def test_a_swipe_over_the_board_steps(over, server, new_page):
    phone = new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    phone.goto(f"{over[0].url}?ply=7")
    board = phone.locator(".board").bounding_box()
    middle = board["y"] + board["height"] / 2
    session = phone.context.new_cdp_session(phone)
    for start, end, words in [(100, 260, "Turned a draw into a loss"), (260, 100, "Best")]:
        for kind, x in [("touchStart", start), ("touchMove", end), ("touchEnd", None)]:
            points = [] if x is None else [{"x": x, "y": middle}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        expect(verdict(phone)).to_have_text(words)


def test_sharing_and_opening_again(over, server, new_page):
    ada, _ben = over
    ada.goto(f"{ada.url}?ply=5")
    ada.get_by_text("Share", exact=True).click()
    assert ada.get_by_label("Link").input_value().endswith("?ply=5")
    ada.keyboard.press("ArrowLeft")
    expect(verdict(ada)).to_have_text("Best")
    assert ada.get_by_label("Link").input_value().endswith("?ply=4")
    expect(ada.get_by_role("button", name="Copy")).to_be_visible()
    with ada.expect_download() as file:
        ada.get_by_role("link", name="The game as a file (JSON)").click()
    stranger = new_page()
    stranger.goto(f"{server.url}/open/")
    stranger.get_by_label("File").set_input_files(file.value.path())
    stranger.get_by_role("button", name="Open").click()
    expect(verdict(stranger)).to_have_text("Turned a draw into a loss")  # the first mistake
    stranger.get_by_role("link", name="Back", exact=True).click()
    expect(verdict(stranger)).to_have_text("Best")


@pytest.mark.parametrize("size", [(320, 640), (360, 640), (667, 375), (768, 1024), (1280, 720)])
def test_nothing_moves_the_board_of_a_puzzle(server, new_page, size):
    ada = new_page(viewport=dict(zip(("width", "height"), size, strict=True)))
    ada.goto(f"{server.url}/practice/1/")
    settle(ada)
    boxes = [ada.locator(".board").bounding_box()]
    for number, words in ((3, "Not that one"), (4, "Right")):
        square(ada, number).click()
        expect(ada.get_by_role("status")).to_contain_text(words)
        boxes.append(ada.locator(".board").bounding_box())
    ada.get_by_role("link", name="Next").click()
    expect(ada.get_by_text("Puzzle 2 of 10")).to_be_visible()
    settle(ada)
    boxes.append(ada.locator(".board").bounding_box())
    assert all(box == boxes[0] for box in boxes)


@pytest.mark.parametrize("language", ["de", "es", "fr", "ar", "zh-hans"])
def test_a_longer_task_in_another_language_does_not_move_the_board(server, new_page, language):
    ada = new_page(viewport={"width": 320, "height": 640}, locale=language)
    tops = []
    for number in (1, 2):
        ada.goto(f"{server.url}/practice/{number}/")
        settle(ada)
        tops.append(ada.locator(".board").bounding_box()["y"])
    assert tops[0] == tops[1]


def test_back_from_a_review_leads_to_the_end_of_the_game(over):
    ada, _ben = over
    ada.get_by_role("link", name="Review").click()
    expect(verdict(ada)).to_have_text("Missed a win")
    connected(ada)
    ada.keyboard.press("ArrowLeft")
    expect(ada).to_have_url(re.compile(r"/\?ply=4$"))
    ada.go_back()
    expect(status(ada)).to_have_text("You win!")
    expect(ada.get_by_role("button", name="Rematch")).to_be_visible()
    expect(verdict(ada)).to_have_count(0)


def test_the_moves_of_a_long_game_scroll_and_the_shown_one_is_in_view(server, new_page):
    ada = new_page(viewport={"width": 360, "height": 640})
    moves = [int(VANISHING.label(move)) for move in long_game(60).moves]
    sides = {"X": {"name": "Ada"}, "O": {"name": "Ben"}}
    game = {"format": "tic-tac-toe", "version": 1, "game": "vanishing", "start": VANISHING.start.text, "moves": moves}
    ended = {"winner": "O", "ended": "resigned", "players": sides}
    ada.goto(f"{server.url}/look/?{urlencode({'game': json.dumps(game | ended)})}&ply=30")
    settle(ada)
    for press, number in ((None, 30), ("ArrowRight", 31), ("End", 60), ("Home", None)):
        if press:
            ada.keyboard.press(press)
        step = ada.locator(".track [aria-current]")
        expect(step).to_have_count(1 if number else 0)
        if number:
            expect(step).to_have_id(f"to-{number}")
            box = step.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
            assert box["width"] >= 44
    assert ada.evaluate("document.documentElement.scrollWidth") == 360
