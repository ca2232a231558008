"""Checks of a page's appearance and accessibility, in old browsers too."""

import re
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route

from tests.browser.visits import CUT

SIZES = [(320, 640), (360, 740), (640, 360), (768, 1024), (1280, 800)]

# A link within a sentence is only as high as its line.
SMALL = """() => [...document.querySelectorAll("a, button, summary, input, select, textarea")].flatMap((control) => {
  const target = control.closest("label") ?? control;
  const { width, height } = target.getBoundingClientRect();
  const box = control.matches("[type=checkbox], [type=radio]") ? control.offsetWidth : Infinity;
  if (!control.checkVisibility() || control.type === "hidden" || (width >= 44 && height >= 44 && box >= 24)) return [];
  if (control.matches("p a, li a") && getComputedStyle(control).display === "inline") return [];
  return [`${control.tagName} ${control.textContent.trim() || control.name} ${width} x ${height}`];
})"""

# Lengthen words by 40 %, as a translation might.
LENGTHEN = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode;
    if (text.parentElement.closest("bdi, kbd, .qr, .languages")) continue;
    text.data = text.data.replace(/\\p{L}{3,}/gu, (word) => word + word.slice(0, Math.ceil(word.length * 0.4)));
  }
}"""


def cut(page: Page) -> list[str]:
    return page.evaluate(CUT)


def with_letters(page: Page, size: int) -> Page:
    """Set the size of a page's text in pixels; 16 is usual."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    return page


def at_sizes(page: Page, sizes: Iterable[tuple[int, int]], look: Callable[[Page], list[str]]) -> list[str]:
    """Return the problems on screens of several sizes."""
    wrong = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width} x {height}: {one}" for one in look(page)]
    return wrong


def cut_or_small(page: Page) -> list[str]:
    """Return text that is cut off on any screen, also with longer words, and controls that are too small."""
    found = at_sizes(page, SIZES, lambda page: cut(page) + page.evaluate(SMALL))
    page.evaluate(LENGTHEN)
    return found + at_sizes(page, SIZES, cut)


def check(page: Page) -> None:
    """Assert that axe finds nothing, in the light and the dark theme."""
    page.wait_for_load_state()
    for scheme, rules in (("light", []), ("dark", ["cat.color"])):
        page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
        assert (page.url, violations(page, *rules)) == (page.url, [])


def violations(page: Page, *rules: str) -> list[tuple[str, list]]:
    """Return what axe finds, by default with all its rules."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": [*rules]} if rules else {})
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate("options => axe.run(options)", options)["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]


# CSS that browsers of 2021 do not support. They drop a rule with an unknown selector or condition, and otherwise only
# the unknown declaration.
UNKNOWN = re.compile(
    r":has\((?!a\)\))|selector\(:has|\(scripting:|color-mix\("
    r"|(?<=[\s;{])(?:rotate|scale|translate|text-wrap|hyphenate-limit-chars|counter-set):"
)


def with_old_css(page: Page, server) -> Page:
    """Limit a page's style sheet to what a browser of 2021 supports."""

    def limit(route: Route) -> None:
        _answer, sheet = server.get(urlsplit(route.request.url).path)
        body = UNKNOWN.sub(lambda found: f"{found[0][:-1]}-to-come{found[0][-1]}", sheet.decode())
        route.fulfill(content_type="text/css", body=body)

    page.route("**/site/site*.css", limit)
    return page
