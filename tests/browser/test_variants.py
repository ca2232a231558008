"""Every game there is in a real browser, from the first page to its end."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.engine.variants import VARIANTS
from games.show.roster import players_of
from games.show.rules import choice_of_games, name_unless_usual, rules_of
from tests.browser.test_play import connected, robot, status
from tests.browser.test_room import boards, cut_off
from tests.browser.visits import settle

pytestmark = pytest.mark.browser

SIZES = [(360, 640), (667, 375), (1280, 720)]

each_game = pytest.mark.parametrize("key", VARIANTS)


def choose(page: Page, server, key: str) -> None:
    """Opens the first page and chooses a game there, if there is a choice."""
    page.goto(server.url)
    if choice_of_games(VARIANTS[key]):
        if page.locator(".which").is_visible():
            page.locator(".which summary").click()
        page.locator(f".games a[href$='variant={key}']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(str(rules_of(VARIANTS[key]).rule))


def first_robot(key: str) -> str:
    return str(next(one.name for one in players_of(VARIANTS[key]).values() if one.place == 1))


@each_game
def test_a_game_against_a_computer_player_from_the_first_page_to_its_review(server, new_page, key):
    page = new_page(reduced_motion="reduce")
    choose(page, server, key)
    robot(page, first_robot(key)).click()
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


@each_game
def test_the_choice_of_a_game_leaves_the_ways_to_play_on_the_screen(server, new_page, key):
    page = new_page()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        choose(page, server, key)
        settle(page)
        for wanted in (page.get_by_role("button", name="Make a link"), robot(page, first_robot(key)).locator("b")):
            box = wanted.bounding_box()
            assert box["y"] + box["height"] <= height


@each_game
def test_a_rule_told_beside_the_board_does_not_move_it(server, new_page, key):
    page = new_page(reduced_motion="reduce")
    choose(page, server, key)
    page.get_by_role("button", name="Two players, one screen").click()
    connected(page)
    settle(page)
    told = page.locator(".rule")
    expect(told).to_have_count(1 if name_unless_usual(VARIANTS[key]) else 0)
    with_rule = boards(page, SIZES)
    assert cut_off(with_rule) == {}
    told.evaluate_all("all => all.forEach((one) => one.remove())")
    assert boards(page, SIZES) == with_rule
