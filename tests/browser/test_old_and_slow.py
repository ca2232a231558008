"""Games in browsers of five years ago, and on links as slow as in a train."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.test_play import connected, play_computer, robot, shows, square, status
from tests.browser.visits import settle

pytestmark = pytest.mark.browser

# What the browsers of 2021 passed over: a rule whole, for one selector or condition in it, or a declaration by itself.
UNKNOWN = re.compile(
    r":has\((?!a\)\))|selector\(:has|\(scripting:|color-mix\("
    r"|(?<=[\s;{])(?:rotate|scale|translate|text-wrap|hyphenate-limit-chars|counter-set):"
)
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50 * 1024, "uploadThroughput": 50 * 1024}


def forgetful(page: Page, server) -> Page:
    """Makes a page understand of the style sheet what a browser of 2021 did."""

    def forget(route: Route) -> None:
        _answer, sheet = server.get(urlsplit(route.request.url).path)
        body = UNKNOWN.sub(lambda found: f"{found[0][:-1]}-to-come{found[0][-1]}", sheet.decode())
        route.fulfill(content_type="text/css", body=body)

    page.route("**/css/site*.css", forget)
    return page


def slow(page: Page) -> Page:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    return page


class TestOldBrowsers:
    @pytest.mark.parametrize("scripts", [True, False])
    def test_a_game(self, server, new_page, scripts):
        page = forgetful(new_page(java_script_enabled=scripts), server)
        play_computer(page, server, "Hard")
        if scripts:
            connected(page)
        settle(page)
        boxes = [page.locator(".board > button").nth(place).bounding_box() for place in range(9)]
        assert min(box["width"] for box in boxes) >= 44
        assert len({round(box["x"]) for box in boxes}) == len({round(box["y"]) for box in boxes}) == 3
        square(page, 1).click()
        shows(page, 1, "X")
        expect(page.locator(".board .O")).to_be_visible()
        expect(status(page)).to_have_text("Your turn")


class TestSlowLinks:
    def test_a_game_on_a_slow_link(self, server, new_page):
        page = slow(new_page())
        play_computer(page, server, "Hard")
        connected(page)
        square(page, 1).click()
        shows(page, 1, "X")
        expect(page.locator(".board .O")).to_be_visible()

    def test_nothing_but_the_style_sheet_holds_a_page_up(self, server, new_page):
        page = new_page()
        play_computer(page, server, "Hard")
        connected(page)
        blocking = page.evaluate(
            "performance.getEntriesByType('resource').filter((one) => one.renderBlockingStatus === 'blocking')"
            ".map((one) => one.name)"
        )
        assert [name.split("/")[-2] for name in blocking] == ["css"]

    def test_a_move_is_made_before_any_script_has_come(self, server, new_page):
        page = new_page()
        page.route("**/*.js", lambda route: None)  # on their way for ever
        page.goto(server.url, wait_until="commit")
        robot(page, "Easy").click(no_wait_after=True)
        expect(status(page)).to_have_text("Your turn")
        square(page, 1).click(no_wait_after=True)
        shows(page, 1, "X")
