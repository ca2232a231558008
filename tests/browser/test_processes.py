"""Two server processes on one database, with Redis between them: a room is one room wherever its people are."""

import re
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_play import connected, shows, square
from tests.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def servers(redis, prepared, tmp_path) -> Iterator[tuple[Server, Server]]:
    folder = shutil.copytree(prepared, tmp_path / "site")
    variables = {"BEAT": "2", "CLAIM_AFTER": "3", "REDIS_URL": redis.url}
    both = Server(folder, **variables), Server(folder, **variables)
    for server in both:
        server.start()
    yield both
    for server in both:
        server.stop()


@pytest.fixture
def apart(servers, new_page) -> tuple[Page, Page]:
    """Two people in a game, each on a process of their own."""
    first, second = servers
    ada, ben = new_page(), new_page()
    ada.goto(first.url)
    ada.get_by_role("button", name="Make a link").click()
    ben.goto(ada.url.replace(first.url, second.url))
    ben.get_by_role("button", name="Join the game").click()
    for page in (ada, ben):
        connected(page)
    return ada, ben


def test_moves_presence_and_watchers_cross_from_process_to_process(servers, apart, new_page):
    ada, ben = apart
    expect(ada.locator(".plate.O")).to_contain_text("here")
    expect(ben.locator(".plate.X")).to_contain_text("here")
    watcher = new_page()
    watcher.goto(ada.url)
    expect(ben.locator("#watchers")).to_have_text("1 watching")
    for page, number, mark in [(ada, 5, "X"), (ben, 1, "O"), (ada, 9, "X")]:
        square(page, number).click()
        for viewer in (ada, ben, watcher):
            shows(viewer, number, mark)


def test_a_process_killed_leaves_nobody_here_and_who_comes_back_through_the_other_plays_on(servers, apart):
    (first, second), (ada, ben) = servers, apart
    expect(ben.locator(".plate.X")).to_contain_text("here")
    first.process.kill()
    first.process.wait()
    expect(ben.locator(".plate.X")).to_contain_text("away")
    claim = ben.get_by_role("button", name="Claim the win")
    expect(claim).to_be_visible()
    ada.goto(ada.url.replace(first.url, second.url))
    connected(ada)
    expect(claim).to_be_hidden()
    square(ada, 5).click()
    shows(ben, 5, "X")


def test_one_tab_of_two_on_different_processes_may_close(servers, apart):
    (first, second), (ada, ben) = servers, apart
    tab = ben.context.new_page()
    tab.goto(ben.url.replace(second.url, first.url))
    connected(tab)
    tab.close()
    square(ada, 5).click()
    shows(ben, 5, "X")
    expect(ada.locator(".plate.O")).to_have_text(re.compile("here"))
    ben.close()
    expect(ada.locator(".plate.O")).to_contain_text("away")
