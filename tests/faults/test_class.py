"""17k: a class goes through a whole tournament, over a kill -9 of the server: forty scripted people, and in Chromium a
telephone that plays, the wall, and the page of the host. Two come late, one leaves, the host removes one, and
the telephone of one goes dead."""

import asyncio
import csv
import io
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import pytest
from playwright.async_api import Error, Page, async_playwright, expect

from tests.browser.conftest import FLAGS, watch
from tests.faults.breaks import kill
from tests.faults.forms import get
from tests.faults.relay import Relay
from tests.faults.tournaments import Party
from tests.waiting import PATIENCE

pytestmark = pytest.mark.browser

PEOPLE, LATE = 38, 2
PHONE = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
WALL = {"viewport": {"width": 1920, "height": 1080}}
# What a finger does; all else the page does by itself.
PRESSES = (
    "setInterval(() => document.querySelector('#room[data-turn] .board > button:not([aria-disabled])')?.click(), 800)"
)
IN_A_GAME = re.compile("/g/")
STANDS = "() => location.pathname + document.getElementById('room')?.dataset.ply"

OpenPage = Callable[..., Awaitable[Page]]


@pytest.fixture
async def open_page(chromium) -> AsyncIterator[OpenPage]:
    """Opens pages, each of a person of their own. What goes wrong in them fails the test."""
    wrong: list[str] = []
    expect.set_options(timeout=1000 * PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)

        async def make(**options: object) -> Page:
            context = await browser.new_context(**options)
            context.set_default_timeout(1000 * PATIENCE)
            context.on("page", lambda page: watch(page, wrong))
            return await context.new_page()

        yield make
        await browser.close()
    assert wrong == []


async def test_a_class_goes_through_a_tournament(make_site, open_page, fault):
    fault = fault("17k a class of forty, three in Chromium, over a kill -9 of the server")
    site = make_site(BEAT="2")
    host, wall, phone = await open_page(), await open_page(**WALL), await open_page(**PHONE)
    party = await founded(site, host)
    await party.come(PEOPLE)
    leaving, removed, dead = party.entrants[:3]
    await wall.goto(f"{site.url}/t/{party.code}/wall/")
    base = wall.locator(".base")
    await join(phone, party, "Telephone")
    await expect(wall.get_by_text("39 are in.")).to_be_visible()
    with Relay(site.port) as relay:
        dead.origin = relay.url
        async with party.under_way(lambda _party: host.get_by_role("button", name="Start").click()):
            await expect(phone).to_have_url(IN_A_GAME)
            relay.hole()
            dead.gone = True
            await leaving.leave()
            await remove(host, removed.name)
            removed.gone = True
            await party.come(LATE)
            await asyncio.to_thread(kill, site)
            shown, stood = await base.inner_text(), await stands(phone)
            await asyncio.to_thread(site.start)
            await party.all_are_playing(time.monotonic())  # also who was paired with the dead telephone
            await expect(base).not_to_have_text(shown)
            await phone.wait_for_function(f"stood => ({STANDS})() !== stood", arg=stood)
            await host.locator("summary", has_text="End now").click()
            await host.get_by_role("button", name="End it").click()
            dead.playing.cancel()
    fault.tried += 1
    await party.hold(fault, others=["Telephone"])
    await hold_pages(site, party, host, wall, phone)
    assert site.manage("verify").endswith(" 0 problems.\n")
    assert "Traceback" not in site.log.read_text()


async def founded(site, host: Page) -> Party:
    """A tournament that somebody has set up in a browser, which shows the host's page then."""
    await host.goto(f"{site.url}/tournament/")
    await host.get_by_label("15 s").check()
    await host.get_by_label("Start from positions").uncheck()  # scripted people know the empty board alone
    await host.get_by_role("button", name="Make the tournament").click()
    code = await host.locator("b.code").inner_text()
    return Party(site, host.url.split("/")[-2], code.lower(), [site.url], 1)


async def join(phone: Page, party: Party, name: str) -> None:
    await phone.add_init_script(PRESSES)
    await phone.goto(f"{party.site.url}/join/")
    await phone.get_by_label("The code on the wall").fill(party.code)
    await phone.get_by_role("button", name="Next").tap()
    await phone.get_by_label("Your name").fill(name)
    await phone.get_by_label("Your name").press("Enter")  # a tap so soon would be ignored, see press.js
    await expect(phone.get_by_role("heading", name="You’re in.")).to_be_visible()


async def stands(phone: Page) -> str:
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(Error):  # it is just being led to its next game
                return await phone.evaluate(STANDS)


async def remove(host: Page, name: str) -> None:
    row = host.locator(".person").filter(has=host.get_by_text(name, exact=True))
    await row.locator("summary", has_text=f"Remove {name}").click()
    await row.get_by_role("button", name="Remove").click()
    await expect(row.get_by_text("removed")).to_be_visible()


async def hold_pages(site, party: Party, host: Page, wall: Page, phone: Page) -> None:
    """Holds what the browsers show at the end against the table that everybody can save, which is held against the
    games elsewhere."""
    table = await asyncio.to_thread(get, site.url, f"/t/{party.code}/results.csv", "")
    rows = list(csv.reader(io.StringIO(table.text)))[1:]
    await expect(host.get_by_text("It is over.")).to_be_visible()
    await expect(wall.locator(".podium .step-1")).to_contain_text(rows[0][1])
    await expect(phone.get_by_role("heading", name="It’s over.")).to_be_visible()
    [mine] = [row for row in rows if row[1] == "Telephone"]
    await expect(phone.locator(".points")).to_contain_text(f"{mine[2]} point")
    await phone.get_by_role("link", name="See the results").tap()
    await expect(phone.locator(".standings tbody tr")).to_have_count(len(rows))
    shown = await phone.locator(".standings tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td:not(.strokes-of), th')].map(cell => cell.textContent))"
    )
    assert shown == rows
