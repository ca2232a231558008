"""The home page: from opening it to a game in one tap, on any screen."""

from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from games.engine.variants import VARIANTS
from games.play.words.rules import rules_of
from tests.browser.visits import settle
from tests.support.eyes import with_letters
from tests.support.rooms import robot, status
from tests.support.screens import overlaps

DESK, PHONE = {"width": 1280, "height": 720}, {"width": 360, "height": 640}
SIZES = [(320, 640), (360, 640), (667, 375), (768, 1024), (900, 700), (1024, 768), (1280, 720)]


def bottom(found: Locator) -> float:
    box = found.bounding_box()
    return box["y"] + box["height"]


WORDS = ".book :is(h2, .soft span, .main, select, .link, .check, .picker b, .picker small, .picker .face)"


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_game_needs_scrolling_to_start(server, new_page, language):
    page = new_page(locale=language)
    for key, screen in product(VARIANTS, (DESK, PHONE)):
        page.set_viewport_size(screen)
        page.goto(f"{server.url}/?variant={key}")
        settle(page)
        expect(page.locator(".games [aria-current]")).to_have_count(1)
        robots = 9 if (key, language) == ("classic", "en") else 4
        for wanted in (page.locator(".friend .main"), *page.locator(".picker b").all()[:robots]):
            assert bottom(wanted) <= screen["height"], (key, screen, wanted.inner_text())
        assert overlaps(page, WORDS) == [], (key, screen)


@pytest.mark.parametrize("script", [True, False])
def test_on_a_phone_the_games_open_below_the_headline_with_their_rules(server, new_page, script):
    page = new_page(viewport=PHONE, java_script_enabled=script)
    page.goto(server.url)
    games, opens = page.locator(".games"), page.locator(".which summary")
    expect(games).to_be_hidden()
    expect(opens).to_contain_text("5 games")
    opens.click()
    for one in VARIANTS.values():
        expect(games).to_contain_text(str(rules_of(one).rule))
    games.get_by_role("link", name="Vanishing").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(str(rules_of(VARIANTS["vanishing"]).rule))
    expect(games).to_be_hidden()
    expect(opens).to_contain_text("Vanishing")


@pytest.mark.parametrize("screen", [DESK, PHONE])
def test_waiting_games_are_on_top_and_leave_room_for_a_new_one(server, new_page, screen):
    page = new_page(viewport=screen)
    for _game in range(2):
        page.goto(server.url)
        page.locator("#computer").get_by_label("Who starts?").select_option("The robot starts")
        robot(page, "Easy").click()
        page.wait_for_load_state()
    page.goto(server.url)
    settle(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")
    waiting = page.locator(".turns li a")
    expect(waiting).to_have_count(2)
    link = page.get_by_role("button", name="Make a link")
    assert max(bottom(game) for game in waiting.all()) <= link.bounding_box()["y"]
    assert bottom(link) <= screen["height"]
    assert bottom(robot(page, "Medium").locator("b")) <= screen["height"]
    waiting.first.click()
    expect(status(page)).to_have_text("Your turn")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_nothing_overlaps(server, new_page, language):
    page = new_page(locale=language)
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("lang", language)
    settle(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert overlaps(page, WORDS) == [], (width, height)


def test_nothing_overlaps_with_text_twice_as_large(server, new_page):
    page = with_letters(new_page(), 32)
    page.goto(server.url)
    settle(page)
    for width, height in ((360, 640), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert overlaps(page, WORDS) == [], (width, height)
