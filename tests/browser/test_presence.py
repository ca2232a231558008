"""Two people in a room: other tabs, the tab's title, sounds and offers."""

import re

from playwright.sync_api import Page, expect

from tests.support.rooms import (
    connected,
    invite,
    open_menu,
    press_button,
    shows,
    square,
    state_is,
    status,
    two_in_a_game,
)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_joining_players_other_tab_takes_the_seat_too(server, new_page):
    ada, ben = new_page(), new_page()
    link = invite(ada, server)
    ben.goto(link)
    tab = ben.context.new_page()
    tab.goto(link)
    connected(tab)
    press(ben, "Join the game")
    connected(ada)
    square(ada, 5).click()
    expect(status(tab)).to_have_text("Your turn")
    square(tab, 1).click()
    shows(ada, 1, "O")


def test_the_tab_shows_whose_turn_it_is(server, new_page):
    ada, ben = two_in_a_game(server, new_page)
    expect(ada).to_have_title("● Your turn · Guest · Tic-tac-toe")
    expect(ada.locator("#icon")).to_have_attribute("href", re.compile("favicon-turn"))
    square(ada, 5).click()
    expect(ada).to_have_title("Guest’s turn · Tic-tac-toe")
    expect(ada.locator("#icon")).not_to_have_attribute("href", re.compile("favicon-turn"))
    expect(ben).to_have_title("● Your turn · Guest · Tic-tac-toe")


# Counts the strokes that are played, and records whether the browser allows sound.
LISTEN = """window.strokes = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (at) { window.strokes++; start.call(this, at); };
window.AudioContext = class extends AudioContext {
  constructor() { super(); this.onstatechange = () => { document.body.dataset.audio = this.state; }; }
};"""


def touch(page: Page) -> None:
    page.locator("h1").click()


def test_a_pencil_is_heard_after_a_press_until_it_is_switched_off(server, new_page):
    ada, ben = two_in_a_game(server, new_page)
    ada.add_init_script(LISTEN)
    ada.reload()
    connected(ada)
    touch(ada)
    expect(ada.locator("body")).to_have_attribute("data-audio", "running")
    for page, number, mark, strokes in [(ada, 5, "X", 2), (ben, 1, "O", 3), (ada, 2, "X", 5), (ben, 3, "O", 6)]:
        square(page, number).click()
        shows(ada, number, mark)
        shows(ben, number, mark)
        assert ada.evaluate("window.strokes") == strokes
    open_menu(ada)
    press(ada, "Turn the pencil sound off")
    connected(ada)
    open_menu(ada)
    expect(ada.get_by_role("button", name="Turn the pencil sound on")).to_be_visible()
    touch(ada)
    square(ada, 8).click()
    expect(ada.locator(".win")).to_be_attached()
    assert ada.evaluate("window.strokes") == 0


def test_a_win_is_heard_and_the_loser_reads_a_kind_word(server, new_page):
    ada, ben = two_in_a_game(server, new_page)
    for page in (ada, ben):
        page.add_init_script(LISTEN)
        page.reload()
        connected(page)
    for page, number, mark in [(ada, 1, "X"), (ben, 4, "O"), (ada, 2, "X"), (ben, 5, "O")]:
        square(page, number).click()
        shows(ada, number, mark)
        shows(ben, number, mark)
    expect(ada.locator("body")).to_have_attribute("data-audio", "running")
    before = ada.evaluate("window.strokes")
    square(ada, 3).click()
    expect(status(ada)).to_have_text("You win!")
    assert ada.evaluate("window.strokes") == before + 3  # two for the mark, one for the marker
    expect(ben.get_by_text("So close! Again?")).to_be_visible()
    expect(ada.get_by_text("So close! Again?")).to_have_count(0)


def test_with_reduced_motion_sound_is_off_until_switched_on(server, new_page):
    page = new_page(reduced_motion="reduce")
    page.add_init_script(LISTEN)
    page.goto(server.url)
    press(page, "Two players, one screen")
    connected(page)
    square(page, 5).click()
    shows(page, 5, "X")
    assert page.evaluate("window.strokes") == 0
    open_menu(page)
    press(page, "Turn the pencil sound on")
    connected(page)
    touch(page)
    expect(page.locator("body")).to_have_attribute("data-audio", "running")
    square(page, 1).click()
    shows(page, 1, "O")
    assert page.evaluate("window.strokes") == 1


def test_an_offer_does_not_cancel_a_pending_move(server, new_page):
    ada, ben = two_in_a_game(server, new_page)
    square(ada, 5).click()
    shows(ben, 5, "X")
    ben.context.set_offline(True)
    state_is(ben, "reconnecting")
    square(ben, 1).click()
    press_button(ada, "Take back")
    expect(ada.locator(".acts").get_by_text("You asked Guest if you can take back a move…")).to_be_visible()
    ben.context.set_offline(False)
    for page in (ada, ben):
        shows(page, 1, "O")
    expect(ada.get_by_text("Too late: Guest marked top left. Your turn.")).to_be_visible()
