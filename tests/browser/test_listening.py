"""The whole site by keyboard, with each event announced once to screen readers."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.listening import (
    focused,
    has_focus,
    hears,
    listen,
    press_keys,
    stop_time,
    tab_to,
    take_announcements,
    wait_for_announcements,
)
from tests.support.rooms import connected, invite, play_computer, robot, shows, square, state_is, status


def enter_name(page: Page, server, name: str) -> None:
    page.goto(server.url)
    tab_to(page, "link Your name")
    page.keyboard.press("Enter")
    expect(page).to_have_title("Your name · Tic-tac-toe")
    tab_to(page, "textbox Your name")
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=name)).to_be_visible()


def two_at_a_board(server, new_page) -> tuple[Page, Page]:
    """Let Ada invite Ben by keyboard, and return their pages of the game."""
    ada, ben = listen(new_page()), listen(new_page())
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        enter_name(page, server, name)
    ada.goto(server.url)
    tab_to(ada, "button Make a link")
    ada.keyboard.press("Enter")
    connected(ada)
    tab_to(ada, "textbox Link")
    link = ada.evaluate("document.activeElement.value")
    tab_to(ada, "button Copy")
    ada.keyboard.press("Enter")
    hears(ada, "Link copied")
    ben.goto(link)
    connected(ben)
    hears(ada, "Someone has opened your link.")
    tab_to(ben, "button Join the game")
    ben.keyboard.press("Enter")
    expect(ben.get_by_label("Give up")).to_be_visible()
    connected(ben)
    expect(ada.locator(".plate.O")).to_contain_text("here")
    hears(ben, "You’re playing Ada, who starts. You’re O.")
    return ada, ben


def test_two_people_invite_join_and_play_by_keys_while_a_third_watches(server, new_page):
    ada, ben = two_at_a_board(server, new_page)
    eve = listen(new_page())
    eve.goto(ada.url)
    connected(eve)
    hears(ada, "Ben is here. You start.")
    has_focus(ada, "heading Your turn")  # the pressed button is gone
    assert take_announcements(ada) == take_announcements(ben) == []
    ada.keyboard.press("5")
    has_focus(ada, "button Centre, X, last move disabled")
    hears(ada, "Ben’s turn")
    hears(ben, "Ada marked centre. Your turn.")
    hears(eve, "Ada marked centre. Ben’s turn.")
    tab_to(ben, "button Top left, empty")
    press_keys(ben, "ArrowUp", "ArrowRight", "ArrowDown")
    has_focus(ben, "button Centre, X, last move disabled")
    stop_time(ben)
    ben.keyboard.press("Enter")
    hears(ben, "Already taken")
    expect(ben.locator("[data-refused]")).to_have_attribute("data-refused", "Already taken")
    ben.clock.resume()
    expect(ben.locator("[data-refused]")).to_have_count(0)
    press_keys(ben, "Home", "Space")
    has_focus(ben, "button Middle left, O, last move disabled")
    hears(ben, "Ada’s turn")
    hears(ada, "Ben marked middle left. Your turn.")
    hears(eve, "Ben marked middle left. Ada’s turn.")
    has_focus(ada, "button Centre, X disabled")
    for page, other, key, own, announced in [
        (ada, ben, "1", "Ben’s turn", "Ada marked top left. Your turn."),
        (ben, ada, "7", "Ada’s turn", "Ben marked bottom left. Your turn."),
        (ada, ben, "9", "You win!", "Ada marked bottom right and wins."),
    ]:
        page.keyboard.press(key)
        hears(page, own)
        hears(other, announced)
    for page, answer in ((ada, "You win! You’re X."), (ben, "Ada wins. You’re O.")):
        page.keyboard.press("t")
        hears(page, answer)
    expect(ben.get_by_role("heading", name="Ada wins.")).to_be_visible()
    ada.keyboard.press("r")
    hears(ada, "You asked Ben for a rematch…")
    hears(ben, "Ada would like a rematch.")
    link = ada.url
    ben.keyboard.press("r")
    for page in (ada, ben):
        page.wait_for_url(lambda url: url != link)
        connected(page)
    has_focus(ada, "button Bottom right, empty disabled")  # each player's focused square is kept in the next game
    has_focus(ben, "button Bottom left, empty")
    ben.keyboard.press("Enter")
    shows(ada, 7, "X")
    assert take_announcements(ada)[-1:] == ["Ben marked bottom left. Your turn."]


def test_offers_are_announced_and_the_focus_is_kept(server, new_page):
    ada, ben = two_at_a_board(server, new_page)
    hears(ada, "Ben is here. You start.")
    ada.keyboard.press("5")
    hears(ada, "Ben’s turn")
    hears(ben, "Ada marked centre. Your turn.")
    tab_to(ada, "button Take back")
    ada.keyboard.press("Enter")
    hears(ada, "You asked Ben if you can take back a move…")
    has_focus(ada, "heading Ben’s turn")
    hears(ben, "Ada would like to take back a move.")
    tab_to(ben, "button No, thanks")
    ben.keyboard.press("Enter")
    hears(ben, "You said no.")
    has_focus(ben, "heading Your turn")
    hears(ada, "Ben said no.")
    tab_to(ada, "button Take back")
    ada.keyboard.press("Enter")
    hears(ada, "You asked Ben if you can take back a move…")
    hears(ben, "Ada would like to take back a move.")
    tab_to(ben, "button Allow")
    ben.keyboard.press("Enter")
    hears(ben, "The last move was taken back. Ada’s turn.")
    hears(ada, "Ben said yes. Your turn.")
    has_focus(ada, "heading Your turn")
    ada.keyboard.press("5")
    hears(ada, "Ben’s turn")
    hears(ben, "Ada marked centre. Your turn.")
    tab = ben.context.new_page()
    tab.goto(ben.url)
    connected(tab)
    tab_to(ada, "button Take back")
    ada.keyboard.press("Enter")
    hears(ada, "You asked Ben if you can take back a move…")
    hears(ben, "Ada would like to take back a move.")
    tab_to(ben, "button Allow")
    tab.keyboard.press("1")
    has_focus(ben, "heading Ada’s turn")  # the button is gone
    hears(ben, "You marked top left. Ada’s turn.")
    hears(ada, "Too late: Ben marked top left. Your turn.")
    tab_to(ada, "(button|DisclosureTriangle) Give up")
    ada.keyboard.press("Enter")
    tab_to(ada, "link Keep playing")
    ada.keyboard.press("Escape")
    has_focus(ada, "DisclosureTriangle Give up")
    ada.keyboard.press("Enter")
    tab_to(ada, "button Give up")
    ada.keyboard.press("Enter")
    hears(ada, "You gave up.")
    has_focus(ada, "heading You gave up.")
    hears(ben, "Ada gave up. You win!")


def test_a_reconnect_announces_missed_events_once_and_nothing_twice(server, new_page):
    ada, ben = two_at_a_board(server, new_page)
    ada.keyboard.press("5")
    hears(ben, "Ada marked centre. Your turn.")
    ben.keyboard.press("1")
    hears(ben, "Ada’s turn")
    ben.context.set_offline(True)
    state_is(ben, "reconnecting")
    hears(ben, "Connection lost. Reconnecting… Your moves are safe.")
    ben.context.set_offline(False)
    state_is(ben, "connected")
    hears(ben, "Connected")
    has_focus(ben, "button Top left, O, last move disabled")
    ben.evaluate("() => { dispatchEvent(new Event('offline')); dispatchEvent(new Event('online')); }")
    state_is(ben, "connected")
    # A short interruption goes unnoticed.
    assert take_announcements(ben) in ([], ["Connection lost. Reconnecting… Your moves are safe.", "Connected"])
    ben.context.set_offline(True)
    state_is(ben, "reconnecting")
    hears(ben, "Connection lost. Reconnecting… Your moves are safe.")
    ada.keyboard.press("9")
    shows(ada, 9, "X")
    ben.context.set_offline(False)
    shows(ben, 9, "X")
    connected(ben)
    assert sorted(take_announcements(ben)) == ["Ada marked bottom right. Your turn.", "Connected"]
    has_focus(ben, "button Top left, O disabled")
    server.stop()
    state_is(ben, "reconnecting")
    server.start()
    for page in (ada, ben):
        state_is(page, "connected")
    ben.keyboard.press("3")
    shows(ben, 3, "O")
    assert [words for words in take_announcements(ben) if "turn" in words] == ["Ada’s turn"]


def test_a_polling_page_announces_events_too(server, new_page):
    ada, ben = two_at_a_board(server, new_page)
    ben.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.close())
    ben.reload()
    state_is(ben, "polling")
    hears(ben, "No live connection. This page refreshes every few seconds.")
    ada.keyboard.press("5")
    shows(ben, 5, "X")
    hears(ben, "Ada marked centre. Your turn.")
    has_focus(ben, "heading Your turn")
    ben.keyboard.press("t")
    hears(ben, "Your turn. You’re O.")
    ben.keyboard.press("1")  # submits the form
    shows(ada, 1, "O")
    has_focus(ben, "button Top left, O, last move disabled")


def test_the_computers_reply_is_announced_when_it_is_drawn(server, new_page):
    page = listen(new_page())
    page.goto(server.url)
    tab_to(page, "checkbox Hints")
    page.keyboard.press("Space")
    tab_to(page, "button Hard a draw is a triumph")
    page.keyboard.press("Enter")
    connected(page)
    hears(page, "You’re playing Hard. You’re X, and you start.")
    tab_to(page, "button Hint")
    page.keyboard.press("Enter")
    hears(page, "Every empty square shows what it’s worth.")
    tab_to(page, r"button Top left, empty\. draw", key="Shift+Tab")
    stop_time(page)
    press_keys(page, "ArrowRight", "ArrowDown", "Enter")
    has_focus(page, "button Centre, X, last move disabled")
    expect(page.get_by_role("heading", name="Hard is thinking…")).to_be_visible()
    hears(page, "You marked centre.")
    page.clock.resume()
    hears(page, f"Hard marked {place(page, 2)}. Your turn.")
    tab_to(page, "button Take back")
    page.keyboard.press("Enter")
    hears(page, "The last two moves were taken back. Your turn.")
    has_focus(page, "heading Your turn")


def test_without_a_socket_the_page_after_the_move_announces_the_reply(server, new_page):
    page = listen(new_page())
    page.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.close())
    play_computer(page, server, "Hard")
    state_is(page, "polling")
    take_announcements(page)
    page.keyboard.press("5")
    expect(status(page)).to_have_text("Your turn")
    shows(page, 5, "X")
    hears(page, f"Hard marked {place(page, 2)}. Your turn.")


def test_with_reduced_motion_the_reply_is_announced_together_with_the_move(server, new_page):
    page = listen(new_page())
    page.emulate_media(reduced_motion="reduce")
    page.goto(server.url)
    robot(page, "Hard").click()
    connected(page)
    hears(page, "You’re playing Hard. You’re X, and you start.")
    page.keyboard.press("5")
    hears(page, f"You marked centre. Hard marked {place(page, 2)}. Your turn.")


def check_answers(page: Page, **expected: str) -> None:
    """Press each key, and wait for an answer that matches its pattern."""
    for key, words in expected.items():
        page.keyboard.press(key)
        [said] = wait_for_announcements(page)
        assert re.fullmatch(words, said), (page.url, key, said)


ROWS = r"Row 1: .*\. Row 2: .*\. Row 3: .*\."
COLUMNS = ROWS.replace("Row", "Column")


@pytest.mark.parametrize(
    "path", ["practice/1/", "day/", "practice/ladder/5/?variant=vanishing", "setup/?cells=X_O______"]
)
def test_questions_about_a_puzzle_or_a_position_are_answered(server, new_page, path):
    page = listen(new_page())
    page.goto(f"{server.url}/{path}")
    check_answers(
        page, b=ROWS, h=ROWS, v=COLUMNS, l=".*move.*|.*marked.*|.*played.*", t="[XO]’s turn.*|1st’s turn.*", n=".+"
    )
    page.locator(".board > button").nth(4).focus()
    check_answers(page, h="Row 2: .*", v="Column 2: .*")


def test_questions_are_answered_while_watching_and_in_a_review(server, new_page):
    page = listen(new_page())
    page.emulate_media(reduced_motion="reduce")  # so that each move of the robots waits for a key
    page.goto(f"{server.url}/watch/")
    page.get_by_role("button", name="Let them play").click()
    expect(page.locator("#play")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("ply=1$"))
    wait_for_announcements(page)
    check_answers(page, b=ROWS, l="Medium marked .*", t=".*’s turn\\.", p="X: .* O: .*", c="No clock is running.")
    page.goto(server.url)
    page.get_by_role("button", name="Two players, one screen").click()
    connected(page)
    for number, key in enumerate("14253", start=1):
        page.keyboard.press(key)
        expect(page.locator("#room")).to_have_attribute("data-ply", str(number))
    page.locator("[id^=review]").click()
    page.wait_for_url("**ply=*")
    connected(page)
    page.keyboard.press("Home")
    expect(page.locator("#first")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**ply=1")
    expect(page.locator(".said")).to_contain_text("Move 1")
    take_announcements(page)
    check_answers(page, h="Row 1: X, empty, empty\\. .*", l="X marked top left\\.", t="O’s turn\\.")


def test_in_wild_the_mark_chosen_by_a_key_is_announced(server, new_page):
    page = listen(new_page())
    page.goto(f"{server.url}/?variant=wild")
    page.get_by_role("button", name="Two players, one screen").click()
    connected(page)
    for key, words in (("o", "You play O"), ("x", "You play X"), ("x", "You play X")):
        page.keyboard.press(key)
        hears(page, words)


def place(page: Page, move: int) -> str:
    """Return the name of the square marked by this move."""
    label = page.locator(f".board > button[data-move='{move}']").get_attribute("aria-label")
    return label.split(",")[0].lower()


def test_the_list_of_keys_opens_and_restores_the_focus(server, new_page):
    page = listen(new_page())
    page.goto(server.url)
    tab_to(page, "button Two players, one screen")
    page.keyboard.press("Enter")
    connected(page)
    page.keyboard.press("5")
    has_focus(page, "button Centre, X, last move disabled")
    hears(page, "O’s turn")
    page.keyboard.press("?")
    has_focus(page, "heading Keyboard shortcuts")
    page.keyboard.press("1")  # must not reach the board behind the dialog
    page.keyboard.press("Escape")
    has_focus(page, "button Centre, X, last move disabled")
    assert take_announcements(page) == []
    tab_to(page, "button Keyboard shortcuts")
    page.keyboard.press("Enter")
    tab_to(page, "button Close")
    page.keyboard.press("Enter")
    has_focus(page, "button Keyboard shortcuts")
    assert page.locator("#room").get_attribute("data-ply") == "1"


def test_keys_do_nothing_in_a_field_or_with_a_modifier_and_autofill_is_none(server, new_page):
    page = listen(new_page())
    page.goto(f"{server.url}/setup/")
    page.get_by_label("Nine symbols").focus()
    press_keys(page, "1", "?")
    field = page.get_by_label("Nine symbols")
    assert field.input_value().startswith("1?")
    field.evaluate("field => field.dispatchEvent(new Event('keydown', {bubbles: true}))")  # Chromium's autofill
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.goto(f"{server.url}/practice/1/")
    press_keys(page, "Control+7", "Alt+7")
    assert take_announcements(page) == []
    assert focused(page) == "nothing"


def test_a_reloaded_page_restores_the_focus_unless_the_mouse_was_used(server, new_page):
    page = new_page(color_scheme="light")
    page.goto(f"{server.url}/opponents/")
    page.get_by_role("button", name="Chalkboard").click()
    expect(page.get_by_role("button", name="Paper")).to_be_visible()
    assert focused(page) == "nothing"
    for press, then in [
        ("button Paper", "button Chalkboard"),
        ("button Chalkboard", "button Paper"),
        ("link Vanishing", "link Vanishing"),
        ("link The robot starts", "link The robot starts"),
        ("button Play by ear", "button Stop playing by ear"),
        ("button Stop playing by ear", "button Play by ear"),
        ("button Deutsch", "button Deutsch"),
    ]:
        tab_to(page, press)
        page.keyboard.press("Enter")
        has_focus(page, then)


def test_a_list_of_keys_or_menu_reopens_with_the_focus_on_the_pressed_switch(server, new_page):
    page = new_page()
    play_computer(page, server, "Easy")
    connected(page)
    page.keyboard.press("?")
    for press, then in [
        ("button Number squares like a number pad", "button Number squares from the top"),
        ("button Turn letter and number keys off", "button Turn letter and number keys on"),
    ]:
        tab_to(page, press)
        page.keyboard.press("Enter")
        has_focus(page, then)
        expect(page.get_by_role("dialog")).to_be_visible()
    connected(page)
    tab_to(page, "button Close")
    page.keyboard.press("Enter")
    press_keys(page, "?", "1", "r")  # which are off now
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert page.locator("#room").get_attribute("data-ply") == "0"
    tab_to(page, "button More")
    page.keyboard.press("Enter")
    tab_to(page, "button Turn the pencil sound off")
    page.keyboard.press("Enter")
    has_focus(page, "button Turn the pencil sound on")


def test_the_next_puzzle_gets_the_focus(server, new_page):
    page = new_page()
    page.goto(f"{server.url}/practice/1/")
    task = status(page).inner_text()
    expect(page).to_have_title(f"{task} · Puzzle 1 · Tic-tac-toe")
    tab_to(page, "link Skip")
    page.keyboard.press("Enter")
    page.wait_for_url("**/practice/2/")
    has_focus(page, f"heading {status(page).inner_text()}")
    page.goto(f"{server.url}/practice/1/")
    page.keyboard.press("4")
    expect(page.get_by_role("link", name="Next")).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url("**/practice/2/")
    expect(square(page, 4)).to_be_focused()


def test_the_skip_link_leads_to_the_first_empty_square(server, new_page):
    page = new_page()
    play_computer(page, server, "Easy")
    connected(page)
    page.keyboard.press("1")
    shows(page, 1, "X")
    expect(page.locator(".board > button[data-move='2']")).to_be_attached()
    empty = page.locator(".board > button[data-move='0']").first.get_attribute("aria-label")
    page.evaluate("document.activeElement.blur()")
    page.reload()
    expect(page.locator(".board > [tabindex='0']")).to_have_attribute("aria-label", empty)  # Tab leads there too
    tab_to(page, "link Skip to the board")
    page.keyboard.press("Enter")
    has_focus(page, f"button {empty}")


def test_seven_keys_lead_from_the_home_page_to_the_first_move(server, new_page):
    page = new_page()
    page.goto(server.url)
    press_keys(page, "Tab", "Tab", "Tab")
    has_focus(page, "link Skip to the robots")
    press_keys(page, "Enter", "Tab")
    assert focused(page).startswith("button Easy ")
    page.keyboard.press("Enter")
    connected(page)
    page.keyboard.press("5")
    shows(page, 5, "X")


def test_a_room_that_waits_for_a_friend_has_no_skip_link(server, new_page):
    ada, ben = new_page(), new_page()
    link = invite(ada, server)
    skip = ada.get_by_role("link", name="Skip to the board", include_hidden=True)
    expect(skip).to_be_hidden()
    ben.goto(link)
    ben.get_by_role("button", name="Join the game").click()
    expect(ada.locator("#board")).to_be_visible()
    expect(skip).not_to_have_css("display", "none")
