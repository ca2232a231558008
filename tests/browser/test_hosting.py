"""The host's page and the big screen update themselves, even across a server restart."""

import re

from playwright.sync_api import Page, expect

from tests.browser.listening import has_focus, hears, listen, tab_to, take_announcements
from tests.browser.visits import PLAYED
from tests.support.eyes import check
from tests.support.rooms import connected, state_is

FOUND = """
from games.tournaments.services import tournaments
made = tournaments.create(title="Class 4b")
print(made.code, made.key)
"""
JOIN = """
from games.models import Player
from games.tournaments.services import tournaments
tournaments.join(code='{code}', player=Player.objects.create(), name='{name}')
"""


def row(page: Page, name: str):
    return page.get_by_role("listitem").filter(has_text=name)


def test_pages_update_through_a_tournament_and_a_server_restart(server, new_page):
    wall, host = new_page(viewport={"width": 1920, "height": 1080}), new_page()
    code, key = server.shell(FOUND).split()
    wall.goto(f"{server.url}/t/{code}/wall/")
    host.goto(f"{server.url}/host/{key}/")
    server.shell(JOIN.format(code=code, name="Ada"))
    for page in (wall, host):
        expect(row(page, "Ada")).to_be_visible()
    # The host's typing survives the arrival of names.
    host.locator("summary", has_text="Rename Ada").click()
    field = host.get_by_role("textbox", name="New name for Ada")
    field.fill("Adele")
    server.shell(JOIN.format(code=code, name="Ben"))
    expect(row(host, "Ben")).to_be_visible()
    expect(field).to_have_value("Adele")
    # A refusal stays visible while the page polls.
    field.fill("Ben")
    host.get_by_role("button", name="Save").click()
    server.shell(JOIN.format(code=code, name="Cem"))
    expect(row(host, "Cem")).to_be_visible()
    expect(host.locator("#notice")).to_contain_text(
        "Someone in this tournament already has this name. Please choose another."
    )
    field.fill("Adele")
    host.get_by_role("button", name="Save").click()
    expect(row(wall, "Adele")).to_be_visible()
    # The time counts down on both pages.
    host.get_by_role("button", name="Start").click()
    for page in (host, wall):
        expect(page.locator(".clock")).to_have_text(re.compile("19:"))
    expect(wall.get_by_role("heading", name="Top ten")).to_be_visible()
    # A push leaves all other parts unchanged.
    for page in (wall, host):
        expect(page.get_by_text(f"{server.url.partition('//')[2]}/join").first).to_be_visible()
    expect(wall.locator("#come svg.qr")).to_be_visible()
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight && scrollY === 0")
    # The pages need no reload after the server was down.
    server.stop()
    at = wall.locator(".clock").text_content()
    expect(wall.locator(".clock")).not_to_have_text(at)
    server.start()
    host.locator("summary", has_text="End now").click()
    host.get_by_role("button", name="End it").click()
    expect(wall.get_by_text("1 minute, 3 people")).to_be_visible()
    expect(host.get_by_text("It’s over.")).to_be_visible()
    # Not even the big screen gets the secret URL as a referrer.
    with host.context.expect_page() as opened:
        host.get_by_role("link", name="Open the big screen").click()
    assert opened.value.evaluate("document.referrer") == ""
    check(wall)
    host.goto(f"{server.url}/host/{server.shell(FOUND).split()[1]}/")
    check(host)


def test_the_hosts_page_announces_who_joins_and_that_little_time_is_left(server, new_page):
    host = listen(new_page())
    code, key = server.shell(FOUND.replace('"Class 4b"', '"Class 4b", minutes=5')).split()
    host.goto(f"{server.url}/host/{key}/")
    state_is(host, "connected")
    server.shell(JOIN.format(code=code, name="Ada"))
    hears(host, "Ada has joined. 1 player is in.")
    server.shell(JOIN.format(code=code, name="Ben"))
    hears(host, "Ben has joined. 2 players are in.")
    host.get_by_role("button", name="Start").click()
    state_is(host, "connected")
    hears(host, "Less than 5 minutes left.")
    server.shell(f"from games.tournaments.services import tournaments; tournaments.end(key='{key}', at_once=True)")
    over = "It’s over. The standings are final."
    expect(host.get_by_text(over)).to_be_visible()
    assert take_announcements(host)[-1] == over


def test_without_a_script_people_are_renamed_on_a_page_that_does_not_refresh(server, new_page):
    host = new_page(java_script_enabled=False)
    code, key = server.shell(FOUND).split()
    server.shell(JOIN.format(code=code, name="Ada"))
    host.goto(f"{server.url}/host/{key}/")
    rename, end = host.locator("summary", has_text="Rename Ada"), host.locator("summary", has_text="End now")
    expect(rename).to_be_hidden()
    expect(end).to_be_hidden()  # its question would close at the next refresh
    assert host.locator("noscript meta[http-equiv=refresh]").count() == 1
    host.locator("a[href='?still']").click()
    assert host.locator("noscript meta[http-equiv=refresh]").count() == 0
    expect(end).to_be_visible()
    rename.click()
    host.get_by_role("textbox", name="New name for Ada").fill("Adele")
    host.get_by_role("button", name="Save").click()
    expect(row(host, "Adele")).to_be_visible()


def test_a_big_screen_without_a_title_shows_no_url_while_it_invites_nobody(server, new_page):
    wall = new_page(viewport={"width": 1920, "height": 1080})
    code, key = server.shell(FOUND.replace('title="Class 4b"', "")).split()
    wall.goto(f"{server.url}/t/{code}/wall/")
    address = wall.locator("#title")
    expect(address).to_have_text(re.compile(r"/join\s*$"))
    expect(address).to_be_visible()
    for verb, shown in (("start", True), ("pause", False), ("resume", True), ("end", False)):
        server.shell(f"from games.tournaments.services import tournaments; tournaments.{verb}(key='{key}')")
        expect(address).to_be_visible(visible=shown)


def test_a_pressed_button_keeps_the_focus_and_the_heading_gets_that_of_a_removed_one(server, new_page):
    host = new_page()
    _code, key = server.shell(FOUND).split()
    host.goto(f"{server.url}/host/{key}/")
    connected(host)
    tab_to(host, "button Start")
    server.shell(f"from games.tournaments.services import tournaments; tournaments.start(key='{key}')")
    has_focus(host, "heading Class 4b")
    tab_to(host, "button Pause")
    for now in ("Resume", "Pause"):
        host.keyboard.press("Enter")
        has_focus(host, f"button {now}")
    tab_to(host, "button Let nobody else in")
    host.keyboard.press("Enter")
    has_focus(host, "button Let new people in")
    tab_to(host, "DisclosureTriangle End now")
    host.keyboard.press("Enter")
    tab_to(host, "button End it")
    host.keyboard.press("Enter")
    has_focus(host, "heading Class 4b")


def test_the_standings_are_complete_on_a_telephone(server, new_page):
    page = new_page(viewport={"width": 360, "height": 640})
    code, _key = server.shell(PLAYED).split()
    page.goto(f"{server.url}/t/{code}/results/")
    for width in (640, 360, 320):
        page.set_viewport_size({"width": width, "height": 640})
        table = page.get_by_role("region", name="Results")
        expect(table.get_by_role("columnheader")).to_have_text(
            ["Place", "Name", "Points", "Won", "Drawn", "Lost", "Mistakes"]
        )
        last = table.get_by_role("columnheader", name="Mistakes")
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport(ratio=1)
    check(page)
