"""8g: after any close code, the real page opens another socket, unless the game no longer exists."""

import re

import pytest
from playwright.sync_api import expect

from tests.faults.relay import Relay
from tests.support.rooms import connected, shows, square

pytestmark = pytest.mark.browser

CODES = (1000, 1005, 1006, 1012, 4503)
GONE = 4404
NAME = "8g each close code, in Chromium"


@pytest.fixture
def relay(server):
    with Relay(server.port) as relay:
        yield relay


@pytest.fixture
def page(relay, new_page):
    """A one-screen game through the relay."""
    page = new_page()
    page.goto(relay.url)
    page.get_by_role("button", name="Two players, one screen").click()
    connected(page)
    return page


@pytest.mark.parametrize("code", CODES)
def test_the_page_reconnects_with_the_move_made_meanwhile(relay, page, fault, code):
    fault = fault(NAME)
    square(page, 5).click()
    shows(page, 5, "X")
    opened = relay.sockets
    page.evaluate(
        "new MutationObserver(() => { document.body.dataset[line.dataset.state] = 'seen' }).observe("
        "window.line = document.getElementById('connection'), {attributes: true})"
    )
    relay.close(code)
    expect(page.locator("body")).to_have_attribute("data-reconnecting", "seen")
    square(page, 1).click()
    expect(page.locator("#connection")).to_have_attribute("data-state", "connected")
    shows(page, 1, "O")
    assert relay.sockets == opened + 1
    fault.tried += 1


def test_a_game_that_is_gone_ends_the_connection_for_good(relay, page, fault):
    fault = fault(NAME)
    opened = relay.sockets
    relay.close(GONE)
    expect(page.locator("#connection")).to_have_attribute("data-state", "gone")
    expect(page.locator("#connection")).to_have_text(re.compile("no longer exists"))
    page.wait_for_timeout(3_000)  # longer than the page waits before its first retry
    assert relay.sockets == opened
    fault.tried += 1
