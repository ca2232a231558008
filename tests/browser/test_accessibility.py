"""Every page in every state passes axe, in both themes."""

import pytest
from playwright.sync_api import expect

from games.engine.variants import VARIANTS
from tests.browser.visits import every_page, finished_game
from tests.support.eyes import check
from tests.support.rooms import connected, invite, play_computer, press_button, robot, shows, square, two_in_a_game

# Pages beyond those of `every_page`.
MORE_PATHS = (
    "setup/?variant=wild&cells=XX_______",
    "robots/?rules=wbafs&name=Rusty&up=a&at=X___O___X",
    "robots/wbfsck/?name=Rusty&truth",
    "robots/z/",
    "robots/league/?robot=z",
    "join/?code=22222",
)


def test_every_page_is_accessible(server, new_page):
    ada = new_page()
    pages = every_page(ada, new_page(), server)
    big_screen = pages["results"].replace("/results/", "/wall/")
    for address in (*pages.values(), big_screen, *(f"{server.url}/{path}" for path in MORE_PATHS)):
        ada.goto(address)
        check(ada)


@pytest.mark.tour
def test_a_game_with_a_friend_is_accessible(server, new_page):
    ada, ben = new_page(), new_page()
    link = invite(ada, server)
    check(ada)
    ben.goto(link)
    check(ben)
    ben.get_by_label("What should").fill("x" * 21)
    ben.get_by_role("button", name="Join the game").click()
    expect(ben.locator("#notice")).not_to_be_empty()
    check(ben)
    ben.get_by_label("What should").fill("Ben")
    ben.get_by_role("button", name="Join the game").click()
    connected(ben)
    connected(ada)
    square(ada, 5).click()
    expect(ben.get_by_role("heading", name="Your turn")).to_be_visible()
    press_button(ada, "Take back")
    expect(ben.get_by_role("button", name="Allow")).to_be_visible()
    for page in (ada, ben):
        check(page)
    ada.close()
    square(ben, 1).click()
    ben.goto(server.url)
    check(ben)
    for query in ("?state=open", "?result=won&opponent=hard"):
        ben.goto(f"{server.url}/games/{query}")
        check(ben)


def test_spectator_and_expired_invite_pages_are_accessible(server, new_page):
    ada, eve = new_page(), new_page()
    link = invite(ada, server)
    eve.goto(link)
    eve.get_by_role("link", name="Just watch").click()
    connected(eve)
    check(eve)
    ada.get_by_role("button", name="Cancel").click()
    for page in (ada, eve):
        expect(page.get_by_role("heading", name="This invite has expired.")).to_be_visible()
        check(page)
    ada, ben = two_in_a_game(server, new_page)
    eve.goto(ada.url)
    connected(eve)
    square(ada, 1).click()
    shows(eve, 1, "X")
    check(eve)
    ada.get_by_label("Give up").click()
    check(ada)
    square(ben, 1).evaluate("square => { square.dataset.refused = 'Wait for Guest'; }")  # shown only briefly
    check(ben)


@pytest.mark.parametrize(
    ("path", "field", "text", "button"),
    [
        ("name/", "Your name", "x" * 21, "Save"),
        ("open/", "Or paste", "", "Open"),
        ("open/", "Or paste", '{"x": "Ada", "o": "Ben"}', "Open"),
    ],
)
def test_the_refusal_of_a_form_is_accessible(server, new_page, path, field, text, button):
    page = new_page()
    page.goto(f"{server.url}/{path}")
    page.get_by_label(field).fill(text)
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("alert").first).to_be_visible()
    check(page)


def test_games_put_away_and_moving_to_another_device_are_accessible(server, new_page):
    ada, phone = new_page(), new_page()
    play_computer(ada, server, "Easy")
    ada.goto(f"{server.url}/games/")
    ada.get_by_role("button", name="Put away").click()
    check(ada)
    ada.goto(f"{server.url}/games/?away")
    expect(ada.get_by_role("button", name="Put back")).to_be_visible()
    check(ada)
    ada.goto(f"{server.url}/device/")
    phone.goto(ada.get_by_label("Link").input_value())
    check(phone)
    phone.get_by_role("button", name="Continue here").click()
    phone.goto(ada.get_by_label("Link").input_value())
    expect(phone.get_by_text("This link no longer works.")).to_be_visible()
    check(phone)


def test_the_opened_parts_of_opponents_are_accessible(server, new_page):
    page = new_page()
    for game in VARIANTS:
        page.goto(f"{server.url}/opponents/?side=O&variant={game}")
        for replay in page.get_by_text("Fastest way to beat it").all():
            replay.click()
        check(page)


SOLVE = """
from django.utils import timezone
from games.models import Player, Practice
from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
solved = {"player": Player.objects.latest("pk"), "solved_at": timezone.now()}
Practice.objects.bulk_create(Practice(cells=one.position.cells, **solved) for one in exercises(CLASSIC)[1:])
"""


def test_practice_the_list_of_keys_and_hints_are_accessible(server, new_page):
    page = new_page()
    page.goto(f"{server.url}/practice/1/")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    check(page)
    page.get_by_role("button", name="Turn letter and number keys off").click()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    check(page)
    page.keyboard.press("Escape")
    square(page, 3).click()
    expect(page.get_by_role("status")).to_contain_text("Not that one")
    check(page)
    square(page, 4).click()
    expect(page.get_by_role("link", name="Next")).to_be_visible()
    check(page)
    server.shell(SOLVE)
    page.goto(f"{server.url}/practice/")
    expect(page.get_by_role("heading", name="You have solved them all.")).to_be_visible()
    check(page)
    page.goto(server.url)
    page.get_by_label("Hints").check()
    robot(page, "Easy").click()
    connected(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#room .worth").first).to_be_visible()
    check(page)


def test_the_pages_of_a_server_in_trouble_are_accessible(server, new_page):
    page = new_page()
    code = "from django.template.loader import render_to_string as rendered; "
    code += "print(rendered('500.html'), rendered('503.html', {'sentence': 'Much is going on.'}), sep='<>')"
    bodies = iter(server.shell(code).split("<>"))
    page.route("**/trouble/", lambda route: route.fulfill(body=next(bodies), content_type="text/html"))
    for heading in ("That didn’t go through. Try again.", "Much is going on."):
        page.goto(f"{server.url}/trouble/")
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        check(page)


def test_claiming_the_win_is_accessible(server, new_page):
    ada, ben = two_in_a_game(server, new_page)
    expect(ben.locator(".plate.X")).to_contain_text("here")
    ada.close()
    expect(ben.locator("#claim summary")).to_be_visible()
    check(ben)
    ben.locator("#claim summary").click()
    check(ben)
    ben.get_by_role("button", name="Claim the win").click()
    expect(ben.get_by_role("link", name="Review")).to_be_visible()
    check(ben)
    ben.goto(f"{server.url}/games/")
    check(ben)


def test_a_review_with_its_links_is_accessible(server, new_page):
    page = new_page()
    finished_game(page, server)
    check(page)
    for query in ("?ply=5", "?ply=6&worth=off", "?ply=7"):
        page.goto(page.url.split("?")[0] + query)
        connected(page)
        page.get_by_text("Share", exact=True).click()
        check(page)
