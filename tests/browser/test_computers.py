"""Series of computer players and positions to set up, in a browser."""

import re

from playwright.sync_api import Page, expect

from tests.browser.listening import listen, take_announcements, wait_for_announcements
from tests.browser.visits import settle
from tests.support.rooms import connected, move_pointer_away, one_screen, set_reload_marker, shows, status


def wait_for_the_script(page: Page) -> None:
    """Wait until the script is ready; before that, each step loads a page."""
    expect(page.locator("#play")).to_be_visible()


def watch(page: Page, server, games: int) -> None:
    page.goto(f"{server.url}/watch/")
    page.get_by_label("X (starts)").select_option("Easy")
    page.get_by_label("Games").fill(str(games))
    page.get_by_role("button", name="Let them play").click()
    wait_for_the_script(page)


def test_a_series_starts_by_itself_and_can_be_paused(server, new_page):
    page = new_page()
    watch(page, server, 2)
    set_reload_marker(page)
    expect(page).to_have_url(re.compile(r"game=1&ply=1$"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.reload()
    wait_for_the_script(page)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()  # a reload keeps it paused
    set_reload_marker(page)
    page.get_by_label("Speed").select_option("fast")
    move_pointer_away(page)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("Game 2 of 2")).to_be_visible()
    expect(page.get_by_role("link", name="Step")).to_be_hidden()
    expect(status(page)).to_have_text(re.compile("wins|Draw"))
    assert page.evaluate("window.stayed")


def test_with_reduced_motion_a_series_waits_to_be_started(server, new_page):
    page = new_page(reduced_motion="reduce")
    watch(page, server, 2)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    set_reload_marker(page)
    page.get_by_role("link", name="Step").click()
    expect(page).to_have_url(re.compile(r"game=1&ply=1$"))
    page.get_by_label("Speed").select_option("slow")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert page.evaluate("window.stayed")


def test_when_playing_by_ear_a_series_waits_for_the_voice(server, new_page):
    page = listen(new_page())
    page.context.add_cookies([{"name": "ear", "value": "on", "url": server.url}])
    page.clock.install()
    watch(page, server, 2)
    set_reload_marker(page)
    expect(page.get_by_label("Speed")).to_have_value("")
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)  # runs due timers
    expect(page).to_have_url(re.compile(r"game=1&ply=\d$"))
    wait_for_announcements(page)
    at = page.url
    page.clock.run_for(3_900)
    assert (page.url, take_announcements(page)) == (at, [])
    page.clock.run_for(4_000)
    [words] = wait_for_announcements(page)
    assert " marked " in words
    assert page.url != at


def test_a_series_that_is_too_fast_for_a_voice_announces_how_each_game_ends(server, new_page):
    page = listen(new_page())
    watch(page, server, 2)
    expect(page.get_by_text("Game 2 of 2")).to_be_visible()
    expect(page.get_by_role("link", name="Step")).to_be_hidden()
    told = take_announcements(page)
    assert len(told) == 2
    assert all(words.endswith(("wins.", "Draw.")) for words in told)


def test_the_board_of_a_series_keeps_its_place(server, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(f"{server.url}/watch/")
    page.get_by_role("button", name="Let them play").click()
    expect(status(page)).to_have_text("Medium’s turn")
    settle(page)
    at_first = page.locator(".board").bounding_box()
    for ply in (1, 2, 3):
        page.get_by_role("link", name="Step").click()
        expect(page).to_have_url(re.compile(rf"ply={ply}$"))
        settle(page)
        assert page.locator(".board").bounding_box() == at_first  # for a text of any length


def test_number_pad_order_flips_keys_and_numbers_together(server, new_page):
    page = new_page()
    one_screen(page, server)
    page.get_by_role("button", name="Keyboard shortcuts").click()
    page.get_by_role("button", name="Number squares like a number pad").click()
    expect(page.locator("html[data-numpad]")).to_be_attached()
    connected(page)
    page.keyboard.press("7")
    shows(page, 1, "X")
    page.keyboard.press("3")
    shows(page, 9, "O")
    move_pointer_away(page)
    page.keyboard.press("?")
    page.get_by_role("button", name="Number squares from the top").click()
    expect(page.locator("html:not([data-numpad])")).to_be_attached()
    connected(page)
    page.keyboard.press("7")
    shows(page, 7, "X")
