"""Leagues of robots, and the lesson about robots, in a browser."""

import re

from django.conf import settings
from playwright.sync_api import expect

from tests.browser.visits import CUT, settle
from tests.support.rooms import set_reload_marker

LINES = ("wbftcoke", "bw Stubborn", "-", "k", "e", "wbp", "wbc Middle", "p", "fb", "wbftck")
COMPUTERS = 11


def test_a_league_fills_in_live_and_is_readable_on_a_phone(server, new_page):
    page = new_page(viewport={"width": 360, "height": 640})
    page.goto(f"{server.url}/robots/league/")
    lines = (f"{server.url}/robots/wbfsck/?name=Rusty", *LINES)
    page.get_by_label("Robots, one per line").fill("\n".join(lines))
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.get_by_role("button", name="Work out the league").click()
    bar = page.get_by_role("progressbar")
    expect(bar).to_be_visible()
    set_reload_marker(page)
    table = page.get_by_role("table")
    expect(table).to_be_visible()
    expect(bar).to_be_hidden()
    assert page.evaluate("window.stayed")
    assert table.get_by_role("row").count() == 1 + 1 + len(LINES) + COMPUTERS
    settle(page)
    # Typed text scrolls inside its field.
    assert [wrong for wrong in page.evaluate(CUT) if "TEXTAREA" not in wrong] == []
    row = table.get_by_role("row").filter(has=page.get_by_role("link", name="Rusty"))
    page.get_by_role("region", name="League table").evaluate("node => { node.scrollLeft = 9_999; }")
    for kept in (row.get_by_role("rowheader"), row.locator(".points")):
        box = kept.bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] < 300
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#copied")).not_to_be_empty()


def test_the_lesson_is_one_sheet_in_every_language(server, new_page):
    for language, _name in settings.LANGUAGES:
        page = new_page(locale=language)
        page.goto(f"{server.url}/robots/lesson/")
        settle(page)
        assert page.evaluate(CUT) == [], language
        for paper in ("A4", "Letter"):
            pages = re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))
            assert len(pages) == 1, (language, paper)
        page.emulate_media(media="print")
        expect(page.locator(".printed.answers")).to_be_visible()
        page.close()
