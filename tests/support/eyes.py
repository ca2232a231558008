"""What eyes see of a page."""

from collections.abc import Callable, Iterable

from playwright.sync_api import Page

from tests.browser.visits import CUT

SIZES = [(320, 640), (360, 740), (640, 360), (768, 1024), (1280, 800)]


# A link within a sentence is as high as its line.
SMALL = """() => [...document.querySelectorAll("a, button, summary, input, select, textarea")].flatMap((control) => {
  const target = control.closest("label") ?? control;
  const { width, height } = target.getBoundingClientRect();
  if (!control.checkVisibility() || control.type === "hidden" || (width >= 44 && height >= 44)) return [];
  if (control.matches("p a, li a") && getComputedStyle(control).display === "inline") return [];
  return [`${control.tagName} ${control.textContent.trim() || control.name} ${width} x ${height}`];
})"""


# A language that needs 40 % more letters, in longer words.
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


def at_sizes(page: Page, sizes: Iterable[tuple[int, int]], look: Callable[[Page], list[str]]) -> list[str]:
    """What is wrong on screens of several sizes, one after the other."""
    wrong = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width} x {height}: {one}" for one in look(page)]
    return wrong


def cut_or_small(page: Page) -> list[str]:
    """On screens of all sizes, and the same with longer words."""
    found = at_sizes(page, SIZES, lambda page: cut(page) + page.evaluate(SMALL))
    page.evaluate(LENGTHEN)
    return found + at_sizes(page, SIZES, cut)
