"""Whole games in a real browser against the real server."""

import re

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.engines import ChromiumWindow

pytestmark = [pytest.mark.browser, pytest.mark.tour]

SQUARES = ["Top left", "Top", "Top right", "Left", "Centre", "Right", "Bottom left", "Bottom", "Bottom right"]


def square(page: Page, number: int):
    return page.get_by_role("group", name="Board").locator(":is(button, span)[aria-label]").nth(number - 1)


def status(page: Page):
    return page.get_by_role("main").get_by_role("heading", level=1)


def shows(page: Page, number: int, mark: str) -> None:
    """Waits until a square shows a mark."""
    name = rf"^{SQUARES[number - 1]}, {mark}(, last move)?(\. .*)?$"
    expect(square(page, number)).to_have_accessible_name(re.compile(name))


def drawn(page: Page, number: int, mark: str) -> None:
    """Waits until a square shows a mark, and is seen to: by its ink."""
    shows(page, number, mark)
    ChromiumWindow(page).drawn(number, mark)


def state_is(page: Page, state: str) -> None:
    expect(page.locator("#connection")).to_have_attribute("data-state", state)


def connected(page: Page) -> None:
    state_is(page, "connected")
    page.wait_for_load_state()  # the other scripts of its page run too


def aim_anew(page: Page) -> None:
    """Takes the pointer away: presses on what appears where it is are ignored at first, see press.js."""
    page.mouse.move(0, 0)


def ask(page: Page, name: str) -> None:
    """Presses a button of a live room once that is connected: else, as after a few seconds in which a busy machine let
    the server say nothing, the page would tell that it has no connection, and ask for nothing."""
    connected(page)
    aim_anew(page)
    page.get_by_role("button", name=name, exact=True).click()


def never_reloads(page: Page) -> None:
    """Leaves a sign in the page that a reload would wipe out."""
    page.evaluate("window.stayed = true")


def choose_side(page: Page, form: str, side: str) -> None:
    """Says who starts in one of the first page's forms."""
    page.locator(form).get_by_label("Who starts?").select_option(side)


def invite(page: Page, server, side: str = "You start") -> str:
    """Makes a game and returns its link."""
    page.goto(server.url)
    choose_side(page, ".friend", side)
    page.get_by_role("button", name="Make a link").click()
    page.wait_for_load_state()
    return page.get_by_label("Link").input_value()


def robot(page: Page, name: str):
    """The button of the first page that starts a game against a computer player."""
    return page.locator(".picker button", has=page.get_by_text(name, exact=True))


def play_computer(page: Page, server, opponent: str, side: str = "You start") -> None:
    page.goto(server.url)
    choose_side(page, "#computer", side)
    robot(page, opponent).click()
    page.wait_for_load_state()


def test_two_friends_play_by_link_while_a_third_watches_without_a_reload(server, new_page):
    ada, ben, eve = new_page(), new_page(), new_page()
    link = invite(ada, server)
    connected(ada)
    never_reloads(ada)
    ben.goto(link)
    expect(status(ben)).to_contain_text("invites you to play")
    ben.get_by_label("What should").fill("Ben")
    ben.get_by_role("button", name="Join the game").click()
    connected(ben)
    never_reloads(ben)
    expect(status(ada)).to_have_text("Your turn")
    eve.goto(link)
    connected(eve)
    never_reloads(eve)
    for page, number, mark in [(ada, 1, "X"), (ben, 4, "O"), (ada, 2, "X"), (ben, 5, "O"), (ada, 3, "X")]:
        expect(status(page)).to_have_text("Your turn")
        square(page, number).click()
        for viewer in (ada, ben, eve):
            drawn(viewer, number, mark)
    expect(status(ada)).to_have_text("You win!")
    expect(status(ben)).to_have_text("Guest wins.")
    expect(status(eve)).to_have_text("Guest wins.")
    expect(eve.get_by_text("You’re watching")).to_be_visible()
    assert all(page.evaluate("window.stayed") for page in (ada, ben, eve))
    ask(ada, "Rematch")
    expect(ben.locator(".wants")).to_have_text("Guest wants a rematch.")
    ask(ben, "Play")
    for viewer in (ada, ben, eve):
        viewer.wait_for_url(lambda url: url != link and "/g/" in url)
    expect(status(ben)).to_have_text("Your turn")
    expect(status(eve)).to_have_text("Ben’s turn")


def look(page: Page, address: str) -> None:
    """Loads a page again, unless it is just loading itself, as one without a script does while it waits."""
    try:
        page.goto(address)
    except Error as aborted:
        if "ERR_ABORTED" not in str(aborted):
            raise


def test_two_friends_play_without_javascript(server, new_page):
    ada, ben = new_page(java_script_enabled=False), new_page(java_script_enabled=False)
    link = invite(ada, server)
    ben.goto(link)
    ben.get_by_role("button", name="Join the game").click()
    for page, number, mark in [(ada, 1, "X"), (ben, 4, "O"), (ada, 2, "X"), (ben, 5, "O"), (ada, 3, "X")]:
        look(page, link)
        expect(status(page)).to_have_text("Your turn")
        square(page, number).click()
        drawn(page, number, mark)
    expect(status(ada)).to_have_text("You win!")
    look(ben, link)
    expect(status(ben)).to_have_text("Guest wins.")
    ben.get_by_role("button", name="Rematch").click()
    look(ada, link)
    ada.get_by_role("button", name="Play", exact=True).click()
    expect(status(ada)).to_have_text("Guest’s turn")


def test_a_page_without_javascript_sees_the_friend_arrive_by_itself(server, new_page):
    ada, ben = new_page(java_script_enabled=False), new_page(java_script_enabled=False)
    ben.goto(invite(ada, server))
    ben.get_by_role("button", name="Join the game").click()
    expect(status(ada)).to_have_text("Your turn")


@pytest.mark.slow
def test_the_game_is_playable_where_sockets_are_blocked(server, new_page):
    ada, ben = new_page(), new_page()
    for page in (ada, ben):
        page.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.close())
    link = invite(ada, server)
    ben.goto(link)
    ben.get_by_role("button", name="Join the game").click()
    for page, number, mark in [(ada, 1, "X"), (ben, 4, "O"), (ada, 2, "X"), (ben, 5, "O"), (ada, 3, "X")]:
        expect(status(page)).to_have_text("Your turn")
        square(page, number).click()
        shows(page, number, mark)
    expect(status(ben)).to_have_text("Guest wins.")


def test_hard_is_not_beaten_and_the_game_ends(server, new_page):
    ada = new_page()
    play_computer(ada, server, "Hard")
    connected(ada)
    for _ in range(5):
        expect(status(ada)).to_have_text(re.compile("Your turn|Draw|Hard wins"))
        if status(ada).inner_text() != "Your turn":
            break
        before = ada.locator("#room").get_attribute("data-version")
        ada.locator(".board > button[data-move='0']").first.click()
        expect(ada.locator("#room")).not_to_have_attribute("data-version", before)
    expect(status(ada)).to_have_text(re.compile("Draw. Good game.|Hard wins."))
    ask(ada, "Rematch")
    ada.wait_for_url(re.compile("/g/"))
    expect(status(ada)).to_have_text("Your turn")
    ada.go_back()
    expect(ada).to_have_url(f"{server.url}/")  # and not the review of the first game


def test_a_game_by_the_keyboard_alone(server, new_page):
    ada = new_page()
    ada.goto(server.url)
    ada.get_by_role("button", name="Two players, one screen").focus()
    ada.keyboard.press("Enter")
    connected(ada)
    ada.keyboard.press("1")
    shows(ada, 1, "X")
    for key in ("ArrowDown", "Enter"):
        ada.keyboard.press(key)
    shows(ada, 4, "O")
    for key in ("ArrowUp", "ArrowRight", "Space"):
        ada.keyboard.press(key)
    shows(ada, 2, "X")
    expect(square(ada, 2)).to_be_focused()
    ada.keyboard.press("5")
    shows(ada, 5, "O")
    ada.keyboard.press("3")
    expect(status(ada)).to_have_text("X wins.")
    ada.keyboard.press("r")
    expect(status(ada)).to_have_text("X’s turn")


def test_a_refused_move_says_why_and_shows_the_true_board(server, new_page):
    ada, ben = new_page(), new_page()
    link = invite(ada, server)
    ben.goto(link)
    ben.get_by_role("button", name="Join the game").click()
    connected(ada)
    connected(ben)
    square(ben, 1).click(force=True)
    expect(ben.locator("#notice")).to_have_text("Wait for Guest")
    square(ada, 1).click()
    shows(ben, 1, "X")
    square(ben, 1).click(force=True)
    expect(ben.locator("#notice")).to_have_text("Already taken")
    shows(ben, 1, "X")


def test_resigning_asks_once(server, new_page):
    ada = new_page()
    play_computer(ada, server, "Easy")
    connected(ada)
    ada.get_by_text("Resign", exact=True).first.click()
    expect(ada.get_by_text("Resign this game?")).to_be_visible()
    ada.get_by_role("link", name="Keep playing").click()
    expect(ada.get_by_text("Resign this game?")).to_be_hidden()
    for close in (lambda: ada.keyboard.press("Escape"), lambda: ada.locator("h1").click()):
        ada.get_by_text("Resign", exact=True).first.click()
        close()
        expect(ada.get_by_text("Resign this game?")).to_be_hidden()
    ada.get_by_text("Resign", exact=True).first.click()
    ada.get_by_role("button", name="Resign").click()
    expect(status(ada)).to_have_text("You resigned.")


def test_marks_that_were_there_are_not_drawn_again(server, new_page):
    ada = new_page()
    ada.goto(server.url)
    ada.get_by_role("button", name="Two players, one screen").click()
    connected(ada)
    square(ada, 1).click()
    shows(ada, 1, "X")
    square(ada, 1).locator("svg").evaluate("mark => { mark.kept = true; }")
    square(ada, 5).click()
    shows(ada, 5, "O")
    assert square(ada, 1).locator("svg").evaluate("mark => mark.kept")


def test_the_server_is_restarted_and_the_page_catches_up_by_itself(server, new_page):
    ada = new_page()
    ada.goto(server.url)
    ada.get_by_role("button", name="Two players, one screen").click()
    connected(ada)
    server.stop()
    state_is(ada, "reconnecting")
    server.start()
    connected(ada)
    square(ada, 5).click()
    shows(ada, 5, "X")
