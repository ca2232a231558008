"""8g: after any close code the real page reconnects, unless the game no longer exists."""

import re

import pytest
from playwright.sync_api import expect

from tests.faults.relay import Relay
from tests.support.rooms import one_screen, shows, square, state_is

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
    one_screen(page, relay)
    return page


@pytest.mark.parametrize("code", CODES)
def test_the_page_reconnects_and_sends_the_waiting_move(relay, page, fault, code):
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
    state_is(page, "connected")
    shows(page, 1, "O")
    assert relay.sockets == opened + 1
    fault.tried += 1


def test_the_page_of_a_deleted_game_does_not_reconnect(relay, page, fault):
    fault = fault(NAME)
    opened = relay.sockets
    relay.close(GONE)
    state_is(page, "gone")
    expect(page.locator("#connection")).to_have_text(re.compile("no longer exists"))
    page.wait_for_timeout(3_000)  # longer than the page waits before its first retry
    assert relay.sockets == opened
    fault.tried += 1
