"""Every game in a browser, from the home page to its end."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.engine.variants import VARIANTS
from games.play.words.roster import players_of
from games.play.words.rules import choice_of_games, name_unless_usual, rules_of
from tests.browser.engines import ChromiumWindow
from tests.browser.ink import DRAWN, NONE
from tests.browser.visits import settle
from tests.support.rooms import connected, drawn, one_screen, robot, square, status
from tests.support.screens import SIZES, boards, cut_off
from tests.support.waiting import until

each_game = pytest.mark.parametrize("key", VARIANTS)


def choose(page: Page, server, key: str) -> None:
    page.goto(server.url)
    if choice_of_games(VARIANTS[key]):
        if page.locator(".which").is_visible():
            page.locator(".which summary").click()
        page.locator(f".games a[href$='variant={key}']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(str(rules_of(VARIANTS[key]).rule))


@each_game
def test_a_game_against_a_computer_player_from_the_home_page_to_its_review(server, new_page, key):
    page = new_page(reduced_motion="reduce")
    choose(page, server, key)
    robot(page, str(next(one.name for one in players_of(VARIANTS[key]).values() if one.place == 1))).click()
    connected(page)
    room, over = page.locator("#room"), page.locator("#do-rematch")
    while not over.is_visible():
        ply = room.get_attribute("data-ply")
        page.locator(".board > button:not([aria-disabled])").first.click()
        expect(room).not_to_have_attribute("data-ply", ply)
        expect(page.locator("#room[data-turn], #do-rematch").first).to_be_attached()
    expect(status(page)).to_have_text(re.compile("wins?[.!]|Draw"))
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".stepper")).to_be_visible()


def mark(page: Page, number: int) -> None:
    ply = page.locator("#room").get_attribute("data-ply")
    square(page, number).click()
    expect(page.locator("#room")).not_to_have_attribute("data-ply", ply)


def writes(page: Page, what: str) -> None:
    expect(page.get_by_role("group", name="You play").get_by_role("radio", name=what)).to_be_checked()


class TestWild:
    def test_the_chosen_mark_persists_so_a_move_takes_one_tap(self, server, new_page):
        page = new_page()
        one_screen(page, server, "wild")
        writes(page, "X")
        mark(page, 5)
        page.get_by_role("radio", name="O").check()
        for number in (1, 3):
            mark(page, number)
            writes(page, "O")
        page.keyboard.press("x")
        writes(page, "X")
        page.keyboard.press("9")
        for number, written in ((5, "X"), (1, "O"), (3, "O"), (9, "X")):
            drawn(page, number, written)
        page.reload()
        connected(page)
        writes(page, "X")
        page.keyboard.press("o")
        page.keyboard.press("2")
        ChromiumWindow(page).struck(1, 2, 3)
        expect(status(page)).to_have_text("1st wins.")
        expect(page.get_by_role("group", name="You play")).to_have_count(0)

    def test_a_push_does_not_change_the_chosen_mark(self, server, new_page):
        ada, ben = new_page(), new_page()
        choose(ada, server, "wild")
        ada.get_by_role("button", name="Make a link").click()
        ben.goto(ada.get_by_label("Link").input_value())
        ben.get_by_role("button", name="Join the game").click()
        for page in (ada, ben):
            connected(page)
        ben.keyboard.press("o")
        mark(ada, 1)
        expect(status(ben)).to_have_text("Your turn")
        writes(ben, "O")
        writes(ada, "X")
        mark(ben, 2)
        drawn(ada, 2, "O")

    def test_an_unanswered_move_is_resent_with_the_mark_chosen_for_it(self, server, new_page):
        page = new_page()
        one_screen(page, server, "wild")
        page.keyboard.press("o")
        page.context.set_offline(True)
        square(page, 5).click()
        expect(square(page, 5).locator("svg.O.faint")).to_be_attached()
        page.keyboard.press("x")
        page.context.set_offline(False)
        drawn(page, 5, "O")

    @pytest.mark.parametrize("script", [True, False])
    def test_enter_on_the_choice_of_mark_marks_no_square(self, server, new_page, script):
        page = new_page(java_script_enabled=script)
        choose(page, server, "wild")
        page.get_by_role("button", name="Two players, one screen").click()
        if script:
            connected(page)
        page.get_by_role("radio", name="X").press("Enter")
        page.get_by_role("radio", name="O").check()
        square(page, 5).click()
        drawn(page, 5, "O")
        expect(page.locator("#room")).to_have_attribute("data-ply", "1")


class TestVanishing:
    SIX = (1, 6, 2, 8, 4, 9)  # X top left, top and left; O right, bottom and bottom right

    def test_the_next_mark_to_disappear_is_announced_cannot_be_pressed_and_disappears(self, server, new_page):
        page = new_page(reduced_motion="reduce")
        one_screen(page, server, "vanishing")
        for number in self.SIX:
            mark(page, number)
        expect(square(page, 1)).to_have_accessible_name("Top left, X, disappears next")
        expect(page.locator(".caption")).to_contain_text("Your next mark removes the faded one.")
        full, faded = (ChromiumWindow(page).ink(number, "x") for number in (2, 1))
        assert faded < 0.7 * full
        page.keyboard.press("1")
        expect(page.locator("#notice")).to_have_text("This mark disappears next")
        mark(page, 5)
        expect(square(page, 1)).to_have_accessible_name("Top left, empty")
        ChromiumWindow(page).empty(1)
        expect(square(page, 6)).to_have_accessible_name("Middle right, O, disappears next")

    def test_a_removed_mark_fades_and_one_drawn_on_its_square_stays(self, server, new_page):
        page = new_page()
        one_screen(page, server, "vanishing")
        for number in self.SIX:
            mark(page, number)
        page.evaluate("""() => {
          window.lifted = [];
          document.addEventListener("animationend", (event) => window.lifted.push(event.animationName));
        }""")
        mark(page, 5)
        mark(page, 1)  # while its old mark fades
        until(lambda: page.evaluate("window.lifted.includes('lift')"))
        expect(page.locator(".lifted")).to_have_count(0)
        drawn(page, 1, "O")

    def test_changes_below_the_board_shift_nothing(self, server, new_page):
        page = new_page(reduced_motion="reduce")
        one_screen(page, server, "vanishing")
        settle(page)
        mark(page, 1)  # so that [Take back] is available
        at_first = boards(page, SIZES)
        for number in self.SIX[1:]:
            mark(page, number)
        assert boards(page, SIZES) == at_first

    def test_earlier_moves_scroll_out_and_back(self, server, new_page):
        page = new_page(reduced_motion="reduce")
        one_screen(page, server, "vanishing")
        strip, places = page.locator(".strip"), page.locator(".strip > li")
        for number in (1, 6, 2, 8, 4, 9, 5, 3, 7, 1, 6, 8, 4, 5):
            mark(page, number)
        expect(places).to_have_text([re.compile(f"^{number}") for number in range(1, 15)])
        expect(page.locator(".strip > .now")).to_have_text(re.compile("^14"))
        expect(places.last).to_be_in_viewport()
        expect(places.first).not_to_be_in_viewport()
        strip.focus()
        page.keyboard.press("Home")
        expect(places.first).to_be_in_viewport()
        expect(places.last).not_to_be_in_viewport()
        page.reload()
        connected(page)
        expect(places).to_have_text([re.compile(f"^{number}") for number in range(1, 15)])
        expect(places.last).to_be_in_viewport()


def test_a_hollow_x_is_the_second_sides_and_a_losing_line_has_no_highlighter(server, new_page):
    page = new_page(reduced_motion="reduce")
    one_screen(page, server, "notakto")
    mark(page, 1)
    mark(page, 5)
    window = ChromiumWindow(page)
    assert window.ink(1, "x") > DRAWN
    assert window.ink(5, "o") > DRAWN
    expect(square(page, 5)).to_have_accessible_name("Centre, X, last move")
    mark(page, 9)
    expect(status(page)).to_have_text("2nd wins.")
    expect(page.locator(".board > .win")).to_be_attached()
    assert all(window.ink(number, "hl") < NONE for number in (1, 5, 9))


@each_game
def test_the_board_is_whole_on_every_screen_and_in_place(server, new_page, key):
    page = new_page(reduced_motion="reduce")
    one_screen(page, server, key)
    settle(page)
    rule = page.locator(".rule")
    expect(rule).to_have_count(1 if name_unless_usual(VARIANTS[key]) else 0)
    with_rule = boards(page, SIZES)
    assert cut_off(with_rule) == {}
    for size, least in (((360, 640), 288), ((667, 375), 200), ((1280, 720), 468)):
        assert with_rule[size]["width"] >= least
    if page.locator(".writes").count():
        page.set_viewport_size({"width": 360, "height": 640})
        assert page.locator(".board").bounding_box()["width"] >= 256
        for label in page.locator(".writes label").all():
            box = label.bounding_box()
            assert min(box["width"], box["height"]) >= 44
    rule.evaluate_all("all => all.forEach((one) => one.remove())")
    assert boards(page, SIZES) == with_rule
