"""The room of a game: its parts, their places and their timing."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.listening import stop_time, tries
from tests.browser.visits import settle
from tests.support.rooms import connected, invite, move_pointer_away, press_button, shows, square, start_game, status
from tests.support.screens import SIZES, bad_square, board_stays, boards, game_with, overlaps


@pytest.mark.parametrize("opponent", ["Easy", ""])
def test_the_board_stays_whole_and_in_place_on_every_screen(server, new_page, opponent):
    board_stays(new_page(reduced_motion="reduce"), server, opponent, SIZES)


def plays(page: Page, number: int) -> None:
    square(page, number).click()
    shows(page, number, "X")
    expect(status(page)).to_have_text("Hard is thinking…")


def marks(page: Page) -> int:
    return page.locator(".board > button > svg").count()


def test_the_board_shows_the_true_state_while_a_computer_seems_to_think(server, new_page):
    page = new_page()
    game_with(page, server, "Hard")
    stop_time(page)
    plays(page, 1)
    expect(page.locator(".plate.O .pencil")).to_be_attached()
    assert marks(page) == 1
    for again in (400, 400):  # before the reply begins, and while it is being drawn
        page.locator(".board > button[data-move='0']").last.click(force=True)
        page.keyboard.press("7")
        page.clock.run_for(again)
    assert marks(page) == 2
    expect(page.locator(".plate.O .pencil")).to_be_attached()
    page.clock.run_for(500)
    expect(status(page)).to_have_text("Your turn")
    expect(page.locator(".plate.X .pencil")).to_be_attached()
    expect(page.locator("#room")).to_have_attribute("data-ply", "2")
    assert page.locator(".pending").count() == 0


def test_a_computers_win_shows_after_its_last_mark_is_drawn(server, new_page):
    """The player always marks the worst square."""
    page = new_page()
    game_with(page, server, "Hard")
    stop_time(page)
    while True:
        plays(page, bad_square(page))
        assert page.locator(".win, .wins, #do-rematch").count() == 0
        page.clock.run_for(2_000)
        if status(page).inner_text() == "Hard wins.":
            break
    for follows in (".win", ".plate.O .wins", "#do-rematch"):
        expect(page.locator(follows)).to_be_attached()


def test_taking_back_while_a_computer_seems_to_think_is_not_lost(server, new_page):
    page = new_page()
    game_with(page, server, "Hard")
    stop_time(page)
    plays(page, 1)
    page.locator("#do-take-back").click()
    expect(status(page)).to_have_text("Your turn")
    assert marks(page) == 0
    page.clock.run_for(2_000)
    assert marks(page) == 0


LINE = 24  # px, the height of a line of text


def on_screen(page: Page, *parts: str) -> None:
    """Check that each of these is fully visible without scrolling."""
    height = page.viewport_size["height"]
    for part in parts:
        expect(page.locator(part)).to_be_visible()
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= height, part
    assert page.evaluate("scrollY") == 0


PARTS = ".plate, .leaf, .acts > *, .line > p, .strip, .heads"
INSIDE = "part => part.getBoundingClientRect().right <= part.parentElement.getBoundingClientRect().right + 1"


def test_at_the_end_no_part_covers_another(server, new_page):
    page = new_page(reduced_motion="reduce")
    game_with(page, server, "Easy")
    square(page, 1).click()
    shows(page, 1, "X")
    page.locator(".ask summary").click()
    page.locator("#do-resign").click()
    buttons = page.locator(".acts > *")
    expect(buttons).to_have_text(["Rematch", "Review", "Change opponent"])
    sizes = [(1280, 720), (1280, 800), (1366, 768), (1024, 768), (360, 640), (667, 375)]
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        assert overlaps(page, PARTS) == [], (width, height)
        for part in page.locator(".strip svg").all():
            assert part.evaluate(INSIDE)
        if (width, height) == (360, 640):
            on_screen(page, "#do-rematch", ".acts a[href*='/g/']", ".acts a[href*='#computer']")
    page.context.set_offline(True)
    expect(page.locator("#connection span")).to_contain_text("Reconnecting")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        assert overlaps(page, PARTS) == [], (width, height)


@pytest.mark.parametrize("size", [(360, 560), (360, 640), (667, 375)])
def test_on_a_phone_an_offer_is_visible_without_scrolling(server, new_page, size):
    viewport = dict(zip(("width", "height"), size, strict=True))
    ada, ben = new_page(viewport=viewport), new_page(viewport=viewport)
    start_game(ada, ben, server)
    square(ada, 1).click()
    shows(ben, 1, "X")
    ada.locator("#do-take-back").click()
    on_screen(ben, ".wants", "#do-allow", "#do-decline")
    ben.locator("#do-decline").click()
    expect(ada.locator("#news")).to_contain_text("said no")
    acts, news = ada.locator(".acts").bounding_box(), ada.locator("#news").bounding_box()
    assert acts["y"] + acts["height"] <= news["y"]  # no button moves
    ben.context.set_offline(True)
    # Closes the page's socket; an offline Chromium with an open socket uses a whole core.
    ben.evaluate("dispatchEvent(new Event('online'))")
    expect(ben.locator("#connection span")).to_contain_text("Reconnecting")
    assert ben.locator("#connection").bounding_box()["y"] < size[1] - LINE
    on_screen(ada, ".gone", "#claim", "#do-draw")
    move_pointer_away(ada)
    ada.locator("#claim summary").click()
    press_button(ada, "Claim the win")
    ben.context.set_offline(False)
    connected(ben)
    press_button(ada, "Rematch")
    on_screen(ben, ".wants", "#do-accept", "#do-decline")


def won_by_resignation(server, new_page, language: str) -> Page:
    """Return the page of a player whose friend has given up."""
    ada, ben = new_page(locale=language), new_page()
    ada.goto(invite(ben, server))
    ada.locator(".answer .main").click()
    connected(ada)
    ben.locator(".ask summary").click()
    press_button(ben, "Give up")
    return ada


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_the_end_of_a_game_fits_and_the_other_games_cover_no_button(server, new_page, language):
    ada = won_by_resignation(server, new_page, language)
    for width, height in ((320, 568), (667, 375), (768, 1024), (1080, 720), (1280, 720), (1920, 1080)):
        ada.set_viewport_size({"width": width, "height": height})
        if height == 720:  # beside the board
            on_screen(ada, "#do-rematch", "#another", "#review")
            sheet = ada.locator(".room .leaf").bounding_box()
            for part in ("#do-rematch", "#another", "#review", "#doodles button >> nth=0"):
                box = ada.locator(part).bounding_box()
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= width
                assert box["y"] + box["height"] <= sheet["y"] + sheet["height"], (width, part)
        ada.locator("#another").click()
        tops = {game.bounding_box()["y"] for game in ada.locator("#games button").all()}
        assert len(tops) == (1 if width > 720 else 2)
        menu, acts = (ada.locator(one).bounding_box() for one in ("#games", ".acts"))
        assert menu["x"] >= 0
        assert menu["x"] + menu["width"] <= width
        assert menu["y"] + menu["height"] <= acts["y"] or menu["y"] >= acts["y"] + acts["height"], (width, height)
        ada.keyboard.press("Escape")


def test_the_link_to_send_is_visible_on_a_phone_on_its_side(server, new_page):
    page = new_page(viewport={"width": 667, "height": 375})
    invite(page, server)
    on_screen(page, ".waits", "#link", "#copy")


def test_a_working_connection_is_only_announced_and_a_tap_while_offline_is_drawn_faintly(server, new_page):
    page = new_page(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 640})
    game_with(page, server, "")
    line = page.locator("#connection")
    assert line.bounding_box()["width"] == 1
    expect(line).to_have_text("Connected")
    page.context.set_offline(True)
    before = page.locator(".board").screenshot()
    square(page, 5).tap()
    assert square(page, 5).locator("svg.faint").evaluate("mark => getComputedStyle(mark).opacity") == "0.34"
    assert any(page.locator(".board").screenshot() != before for _try in tries(page))  # until it is painted
    expect(line).to_contain_text("Reconnecting")
    assert line.bounding_box()["width"] > 100
    page.context.set_offline(False)
    shows(page, 5, "X")
    assert page.locator(".faint").count() == 0


def play_to_a_draw(page: Page) -> None:
    for number in (1, 2, 3, 5, 4, 6, 8, 7, 9):
        cell = page.locator(f".board > button[value='{number - 1}']")
        cell.click()
        expect(cell.locator("svg:not(.faint)")).to_be_attached()


@pytest.mark.parametrize("locale", ["de", "ar"])
def test_the_status_of_a_draw_fits_the_paper_and_leaves_the_board_in_place(server, new_page, locale):
    page = new_page(reduced_motion="reduce", locale=locale)
    page.goto(server.url)
    page.locator(".friend .link").click()
    connected(page)
    settle(page)
    at_first = boards(page, SIZES)
    play_to_a_draw(page)
    expect(page.locator(".status .cat")).to_be_attached()
    assert boards(page, SIZES) == at_first
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        leaf, *written = (page.locator(one).bounding_box() for one in (".leaf", ".status span", ".status .cat"))
        for box in written:
            assert leaf["x"] <= box["x"], (width, height)
            assert box["x"] + box["width"] <= leaf["x"] + leaf["width"], (width, height)
