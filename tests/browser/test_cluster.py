"""Pages behind nginx: what people see while the processes are renewed under them."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_play import connected, invite, never_reloads, shows, square

pytestmark = pytest.mark.browser


def test_a_rolling_restart_costs_a_page_its_socket_for_a_moment_and_nothing_else(site, new_page):
    ada, ben = new_page(), new_page()
    ben.goto(invite(ada, site))
    ben.get_by_role("button", name="Join the game").click()
    for page in (ada, ben):
        connected(page)
        never_reloads(page)
    square(ada, 5).click()
    shows(ben, 5, "X")
    site.rolling_restart()
    square(ben, 1).click()  # whatever the socket is just doing, the move is not lost
    for page in (ada, ben):
        shows(page, 1, "O")
        connected(page)
        assert page.evaluate("window.stayed")


def test_with_all_processes_down_a_page_says_so_and_comes_back_by_itself(site, new_page):
    ada = new_page()
    invite(ada, site)
    connected(ada)
    ada.route("**/state/**", lambda route: route.abort())  # where it takes long, the page asks nginx, which says 503
    for process in site.processes:
        process.stop()
    expect(ada.locator("#connection")).to_have_attribute("data-state", re.compile("connecting"))
    for process in site.processes:
        process.start()
    connected(ada)
