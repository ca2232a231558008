"""The admin in a browser."""

from playwright.sync_api import expect

from tests.browser.visits import finished_game

USER = "from django.contrib.auth.models import User; User.objects.create_superuser('host', password='pencil')"
NAMES = "from games.models import Player; Player.objects.update(name='W' * 20)"


def test_the_list_of_games_fits_beside_its_filters(server, new_page):
    page = new_page(viewport={"width": 1280, "height": 720})
    finished_game(page, server)
    page.goto(f"{server.url}/watch/")
    page.get_by_role("button", name="Let them play").click()
    server.shell(f"{USER}; {NAMES}")
    page.goto(f"{server.url}/admin/games/game/")
    page.get_by_label("Username").fill("host")
    page.get_by_label("Password").fill("pencil")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#result_list .board-thumb").nth(1)).to_be_visible()
    width, room = page.locator(".results").evaluate("results => [results.scrollWidth, results.clientWidth]")
    assert width <= room
