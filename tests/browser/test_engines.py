"""One tour through the site in three engines: Chromium, Firefox, and WebKit, which iPhones, iPads and Safari use.

It checks the ink, because in WebKit a mark may be in the DOM without being drawn.
"""

import pytest

from tests.browser.engines import ESCAPE, HOME, Window
from tests.browser.visits import CUT, STYLE_GUIDE
from tests.support.waiting import until

DESKTOP, TELEPHONE = (1280, 1000), (360, 740)
SQUARE = ".board > button:nth-of-type({})"


@pytest.fixture(scope="session")
def light_chromium(chromium) -> str:
    return chromium


def play(window: Window, number: int) -> None:
    window.click(SQUARE.format(number))


def check_nothing_overflows(window: Window) -> None:
    assert window.run(CUT) == []


def on_one_screen(window: Window, server) -> None:
    window.visit(server.url)
    window.click(".friend button.link")
    window.connected()


def play_example_game(window: Window) -> None:
    for ply, number in enumerate(STYLE_GUIDE):
        play(window, number)
        window.drawn(number, "XO"[ply % 2])
    window.struck(1, 5, 9)


def test_two_friends_play_by_link(open_window, server):
    """Ada starts and uses the light theme; Ben uses the dark theme on a phone."""
    friends = ada, ben = open_window(*DESKTOP), open_window(*TELEPHONE)
    ada.visit(server.url)
    ada.click("button", "Make a link")
    until(lambda: ada.run("() => document.querySelector('#link')?.value"))
    ada.connected()
    ben.visit(ada.run("() => document.querySelector('#link').value"))
    ben.click(".to-dark")
    until(lambda: ben.run("() => document.documentElement?.dataset.theme") == "dark")
    ben.type("#my-name", "Ben")
    ben.click("button", "Join the game")
    for window in friends:
        window.reads(".status", "turn")
        window.connected()
    for window, number, mark in [(ada, 1, "X"), (ben, 4, "O"), (ada, 2, "X")]:
        window.reads(".status", "Your turn")
        play(window, number)
        for viewer in friends:
            viewer.drawn(number, mark)
    ada.click("#do-take-back")
    ben.click("#do-allow")
    for viewer in friends:
        viewer.empty(2)
    server.stop()
    for viewer in friends:
        viewer.reads("#connection", "Reconnecting")
    server.start()
    for viewer in friends:
        viewer.connected()
        viewer.drawn(1, "X")
    for window, number, mark in [(ada, 2, "X"), (ben, 5, "O"), (ada, 3, "X")]:
        window.reads(".status", "Your turn")
        play(window, number)
        for viewer in friends:
            viewer.drawn(number, mark)
    for viewer, words in [(ada, "You win!"), (ben, "Guest wins.")]:
        viewer.struck(1, 2, 3)
        viewer.reads(".status", words)
        check_nothing_overflows(viewer)
    ada.click("#do-rematch")
    ben.click("#do-accept")
    ben.reads(".status", "Your turn")
    for viewer in friends:
        viewer.connected()
    play(ben, 5)
    for viewer in friends:
        viewer.drawn(5, "X")


def moves(window: Window) -> list[int]:
    """Return the number of the move that marked each square, 0 for none."""
    return window.run("() => [...document.querySelectorAll('.board > button')].map((one) => Number(one.dataset.move))")


def test_a_game_against_the_computer_to_its_end_by_keys(open_window, server):
    ada = open_window(*TELEPHONE)
    ada.visit(server.url)
    ada.click("#computer button[value=bruteforce]")
    ada.connected()
    while True:
        ada.reads(".status", "Your turn|wins|win!|Draw")
        if ada.text("#do-rematch"):
            break
        before = moves(ada)
        ada.key(str(before.index(0) + 1))
        until(lambda before=before: moves(ada) != before)
        for number, move in enumerate(moves(ada), 1):
            if move:
                ada.drawn(number, "OX"[move % 2])
    check_nothing_overflows(ada)


def test_a_finished_game_is_reviewed_and_its_lesson_practised(open_window, server):
    ada = open_window(*DESKTOP)
    on_one_screen(ada, server)
    play_example_game(ada)
    ada.click("a.button", "Review")
    ada.connected()  # a click on a page without its styles would miss
    ada.reads(".verdict", "Turned a draw into a loss")
    ada.click("#last")
    ada.reads(".verdict", "Best")
    ada.struck(1, 5, 9)
    ada.click("#back")
    ada.reads(".verdict", "Turned a draw into a loss")
    ada.click("#overlay")  # the squares' worths appear in the marks' colours
    ada.drawn(6, "O")
    ada.empty(9)
    ada.key(HOME)
    ada.reads(".verdict", "The start")
    check_nothing_overflows(ada)
    ada.visit(f"{server.url}/practice/")
    ada.reads("h1", "X to play and win")
    play(ada, 3)
    ada.reads(".answer-line", "Not that one")
    play(ada, 4)
    ada.reads(".answer-line", "Right: X wins.")
    ada.drawn(4, "X")
    check_nothing_overflows(ada)


@pytest.mark.parametrize("size", [TELEPHONE, DESKTOP], ids=["telephone", "desktop"])
def test_in_arabic_the_page_is_mirrored_but_not_the_board(open_window, server, size):
    ada = open_window(*size)
    ada.visit(server.url)
    ada.click(".languages button", "العربية")
    until(lambda: ada.run("() => document.documentElement?.dir") == "rtl")
    check_nothing_overflows(ada)
    on_one_screen(ada, server)
    assert ada.square(1) < ada.square(2) < ada.square(3)
    play_example_game(ada)
    check_nothing_overflows(ada)


def test_lists_and_questions_open_and_close(open_window, server):
    """The list of keys is a dialog and the question an expanding element, both newer features of browsers."""
    ada = open_window(*DESKTOP)
    on_one_screen(ada, server)
    ada.key("?")
    until(lambda: ada.point("#keys h2"))
    ada.key(ESCAPE)
    until(lambda: not ada.point("#keys h2"))
    for close in (lambda: ada.click(".ask .keep"), lambda: ada.key(ESCAPE), lambda: ada.click("h1")):
        ada.click(".ask summary")
        until(lambda: ada.point("#do-resign"))
        close()
        until(lambda: not ada.point("#do-resign"))
    ada.key("5")
    ada.drawn(5, "X")
    ada.click(".ask summary")
    ada.click("#do-resign")
    ada.reads(".status", "wins")
