"""Everything that is announced to screen readers in a whole game of each kind, in order. For tournaments, see
test_tournament.py.

At the end each player asks whose turn it is; after the answer nothing may be announced.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.listening import check_recorded, press_keys, record_announcements
from tests.support.rooms import connected, robot

pytestmark = pytest.mark.browser


def ply_is(page: Page, ply: int) -> None:
    expect(page.locator("#room")).to_have_attribute("data-ply", str(ply))


def sit_down(server, new_page, key: str, second: str = "O") -> list[tuple[Page, list[str]]]:
    """Start a game in which Ben plays `second` against Ada. Return the page and the later announcements of each."""
    ada, ben = new_page(), new_page()
    people = [(ada, record_announcements(ada)), (ben, record_announcements(ben))]
    ada.goto(f"{server.url}/?variant={key}")
    ada.get_by_role("button", name="Make a link").click()
    ada.get_by_label("What should your friend call you?").fill("Ada")
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("link", name="Ada")).to_be_visible()
    connected(ada)
    ben.goto(ada.get_by_label("Link").input_value())
    ben.get_by_label("What should Ada call you?").fill("Ben")
    connected(ben)
    expect(ada.locator(".waits.read")).to_be_visible()
    ben.keyboard.press("Enter")
    expect(ben.get_by_label("Give up")).to_be_visible()
    connected(ben)
    expect(ada.locator(".plate.O")).to_contain_text("here")
    check_recorded(*people[0], "Someone has opened your link.", "Ben is here. You start.")
    check_recorded(*people[1], f"You’re playing Ada, who starts. You’re {second}.")
    return people


def play(moves: str, *pages: Page) -> None:
    """Play by keys, in turns: "5 o1" marks the centre, chooses O and marks the top left. A third page watches."""
    for number, keys in enumerate(moves.split()):
        press_keys(pages[number % 2], *keys)
        for page in pages:
            ply_is(page, number + 1)


def ask_whose_turn(*pages: Page) -> None:
    for page in pages:
        page.keyboard.press("t")


def test_a_game_with_a_friend_watched_by_another(server, new_page):
    (ada, ada_hears), (ben, ben_hears) = sit_down(server, new_page, "classic")
    eve = new_page()
    eve_hears = record_announcements(eve)
    eve.goto(ada.url)
    connected(eve)
    play("5 4 1 9 3 7 2", ada, ben, eve)
    ask_whose_turn(ada, ben, eve)
    check_recorded(
        ada,
        ada_hears,
        "Ben’s turn",
        "Ben marked middle left. Your turn.",
        "Ben’s turn",
        "Ben marked bottom right. Your turn.",
        "Ben’s turn",
        "Ben marked bottom left. Your turn.",
        "You win!",
        "You win! You’re X.",
    )
    check_recorded(
        ben,
        ben_hears,
        "Ada marked centre. Your turn.",
        "Ada’s turn",
        "Ada marked top left. Your turn.",
        "Ada’s turn",
        "Ada marked top right. Your turn.",
        "Ada’s turn",
        "Ada marked top middle and wins.",
        "Ada wins. You’re O.",
    )
    check_recorded(
        eve,
        eve_hears,
        "Ada marked centre. Ben’s turn.",
        "Ben marked middle left. Ada’s turn.",
        "Ada marked top left. Ben’s turn.",
        "Ben marked bottom right. Ada’s turn.",
        "Ada marked top right. Ben’s turn.",
        "Ben marked bottom left. Ada’s turn.",
        "Ada marked top middle and wins.",
        "Ada wins.",
    )


VANISHING = (
    "vanishing",
    "O",
    "1 2 5 9 4 6 7 3",
    [
        "Ben’s turn",
        "Ben marked top middle. Your turn.",
        "Ben’s turn",
        "Ben marked bottom right. Your turn.",
        "Ben’s turn",
        "Ben marked middle right. Your turn. X, top left, disappears next.",
        "Your oldest X, top left, was removed. Ben’s turn. O, top middle, disappears next.",
        "Ben marked top right. The oldest O, top middle, was removed. Ben wins.",
        "Ben wins. You’re X.",
    ],
    [
        "Ada marked top left. Your turn.",
        "Ada’s turn",
        "Ada marked centre. Your turn.",
        "Ada’s turn",
        "Ada marked middle left. Your turn.",
        "Ada’s turn. X, top left, disappears next.",
        "Ada marked bottom left. The oldest X, top left, was removed. Your turn. O, top middle, disappears next.",
        "Your oldest O, top middle, was removed. You win!",
        "You win! You’re O.",
    ],
)
MISERE = (
    "misere",
    "O",
    "1 5 2 9 3",
    [
        "Ben’s turn",
        "Ben marked centre. Your turn.",
        "Ben’s turn",
        "Ben marked bottom right. Your turn.",
        "Ben wins.",
        "Ben wins. You’re X.",
    ],
    [
        "Ada marked top left. Your turn.",
        "Ada’s turn",
        "Ada marked top middle. Your turn.",
        "Ada’s turn",
        "Ada marked top right. You win!",
        "You win! You’re O.",
    ],
)
NOTAKTO = (
    "notakto",
    "2nd",
    "1 2 4 5 9",
    [
        "Ben’s turn",
        "Ben marked top middle. Your turn.",
        "Ben’s turn",
        "Ben marked centre. Your turn.",
        "Ben wins.",
        "Ben wins. You’re 1st.",
    ],
    [
        "Ada marked top left. Your turn.",
        "Ada’s turn",
        "Ada marked middle left. Your turn.",
        "Ada’s turn",
        "Ada marked bottom right. You win!",
        "You win! You’re 2nd.",
    ],
)
WILD = (
    "wild",
    "2nd",
    "5 o1 o3 2",
    [
        "Ben’s turn",
        "Ben played O top left. Your turn.",
        "You play O",
        "Ben’s turn",
        "Ben played O top middle. Ben wins.",
        "Ben wins. You’re 1st.",
    ],
    [
        "Ada played X centre. Your turn.",
        "You play O",
        "Ada’s turn",
        "Ada played O top right. Your turn.",
        "You win!",
        "You win! You’re 2nd.",
    ],
)
GAMES = [VANISHING, MISERE, NOTAKTO, WILD]


@pytest.mark.parametrize("game, second, moves, of_ada, of_ben", GAMES, ids=[game[0] for game in GAMES])
def test_each_other_game(server, new_page, game, second, moves, of_ada, of_ben):
    (ada, ada_hears), (ben, ben_hears) = sit_down(server, new_page, game, second)
    play(moves, ada, ben)
    ask_whose_turn(ada, ben)
    check_recorded(ada, ada_hears, *of_ada)
    check_recorded(ben, ben_hears, *of_ben)


def test_a_game_against_a_robot(server, new_page):
    page = new_page()
    said = record_announcements(page)
    page.goto(server.url)
    robot(page, "Brute Force").click()
    connected(page)
    check_recorded(page, said, "You’re playing Brute Force. You’re X, and you start.")
    for number, key in enumerate("124", start=1):
        page.keyboard.press(key)
        ply_is(page, 2 * number)
        expect(page.locator("#room[data-turn], #do-rematch").first).to_be_visible()
    ask_whose_turn(page)
    check_recorded(
        page,
        said,
        "You marked top left.",
        "Brute Force marked centre. Your turn.",
        "You marked top middle.",
        "Brute Force marked top right. Your turn.",
        "You marked middle left.",
        "Brute Force marked bottom left and wins.",
        "Brute Force wins. You’re X.",
    )


def test_two_robots_step_by_step_and_one_step_back(server, new_page):
    page = new_page(reduced_motion="reduce")
    said = record_announcements(page)
    page.goto(f"{server.url}/watch/")
    for side in ("x", "o"):
        page.locator(f"[name={side}]").select_option("Brute Force")
    page.get_by_label("Games").fill("1")
    page.get_by_role("button", name="Let them play").click()
    expect(page.locator("#play")).to_be_visible()
    for ply, key in enumerate([*9 * ["ArrowRight"], "ArrowLeft"], start=1):
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(f"ply={ply if ply < 10 else 8}$"))
    check_recorded(
        page,
        said,
        "Brute Force marked bottom left. Brute Force’s turn.",
        "Brute Force marked centre. Brute Force’s turn.",
        "Brute Force marked bottom middle. Brute Force’s turn.",
        "Brute Force marked bottom right. Brute Force’s turn.",
        "Brute Force marked top left. Brute Force’s turn.",
        "Brute Force marked middle left. Brute Force’s turn.",
        "Brute Force marked middle right. Brute Force’s turn.",
        "Brute Force marked top middle. Brute Force’s turn.",
        "Brute Force marked top right. Draw.",
        "Brute Force marked top middle. Brute Force’s turn.",
    )
