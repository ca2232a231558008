"""A page as a screen reader presents it: the focus, and the announcements of live regions."""

import re
import time
from collections.abc import Iterator

from playwright.sync_api import Error, Page

from tests.support.waiting import PATIENCE

# Records the announcements of all live regions of a loaded page. Simultaneous changes of a region are one announcement.
LISTEN = """
window.heard = [];
addEventListener("DOMContentLoaded", () => {
  const LIVE = "[role=status], [role=alert], [aria-live]:not([aria-live=off]), output";
  new MutationObserver((changes) => {
    const regions = new Set();
    for (const { target, addedNodes } of changes) {
      const element = target.closest ? target : target.parentElement;
      regions.add(element?.closest(LIVE));
      for (const node of addedNodes) node.querySelectorAll?.(LIVE).forEach((region) => regions.add(region));
    }
    for (const region of regions) {
      const words = region?.isConnected && region.textContent.replace(/\\s+/g, " ").trim();
      if (words) window.heard.push(words), window.record?.(words);
    }
  }).observe(document.documentElement, { subtree: true, childList: true, characterData: true });
});
"""


def listen(page: Page) -> Page:
    """Record announcements for `take_announcements`, from the next load of the page."""
    page.add_init_script(LISTEN)
    page.emulate_media(reduced_motion="no-preference")
    return page


def record_announcements(page: Page) -> list[str]:
    """Return a list to which each announcement is added from the next load on, even on other pages."""
    said: list[str] = []
    listen(page).expose_function("record", lambda words: said.append(words))
    return said


def tries(page: Page, pause: int = 100) -> Iterator[None]:
    """Yield every `pause` milliseconds until PATIENCE runs out, to poll for conditions that Playwright cannot await."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        yield
        page.wait_for_timeout(pause)


def take_announcements(page: Page) -> list[str]:
    """Return the announcements since the last call, or since the page was loaded, and forget them."""
    return page.evaluate("() => window.heard.splice(0)")


def wait_for_announcements(page: Page, sentences: int = 1) -> list[str]:
    """Wait until at least this many sentences have been announced, and return all of them."""
    said: list[str] = []
    for _try in tries(page):
        said += take_announcements(page)
        if len(said) >= sentences:
            break
    return said


def hears(page: Page, *sentences: str) -> None:
    """Wait until as many announcements as `sentences` have been made, and check that they are these."""
    announced = wait_for_announcements(page, len(sentences))
    assert announced == list(sentences), announced


def focused(page: Page) -> str:
    """Return the focused element as a screen reader reads it: its role and name, and "disabled", "expanded" or
    "checked" if that applies."""
    session = page.context.new_cdp_session(page)
    try:
        element = session.send("Runtime.evaluate", {"expression": "document.activeElement ?? document.documentElement"})
        asked = {"objectId": element["result"]["objectId"], "fetchRelatives": False}
        [node] = session.send("Accessibility.getPartialAXTree", asked)["nodes"]
    except (Error, KeyError):
        return "nothing"  # the page is being left
    finally:
        session.detach()
    states = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
    if not states.get("focused"):
        return "nothing"
    extra = [name for name in ("disabled", "expanded", "checked") if states.get(name) in (True, "true")]
    return " ".join([node["role"]["value"], node["name"]["value"], *extra])


def has_focus(page: Page, words: str) -> None:
    """Wait until an element with this role and name has the focus: "button Centre, empty"."""
    for _try in tries(page):
        if (now := focused(page)) == words:
            return
    raise AssertionError(f"the focus is on {now}")


def tab_to(page: Page, words: str, key: str = "Tab") -> None:
    """Press Tab until an element whose role and name match this regular expression has the focus."""
    for _try in tries(page, pause=0):
        page.keyboard.press(key)
        if re.fullmatch(words, focused(page)):
            return
    raise AssertionError(f"no Tab leads to {words}")


def stop_time(page: Page) -> None:
    """Stop new timers until `page.clock` advances; timers that are already set go on."""
    page.clock.install(time=0)  # long ago, so that no timer seems to be late
    page.clock.pause_at(4)  # seconds; soon enough for timers that are set between these two lines


def press_keys(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def nameless_drawings(page: Page) -> list[str]:
    """Return the nameless drawings that a screen reader presents, each with the elements around it. Of an element of
    ATOMS, a screen reader presents only the name."""
    nodes = {node["nodeId"]: node for node in _nodes(page)}

    def around(node: dict) -> Iterator[dict]:
        while node := nodes.get(node.get("parentId", ""), {}):
            yield node

    drawings = (node for node in nodes.values() if _role(node) in DRAWINGS and not (node["ignored"] or _name(node)))
    found = [[f"{_role(one)} {_name(one)}" for one in around(node) if not one["ignored"]] for node in drawings]
    return [" in ".join(path[:2]) for path in found if not any(one.startswith(ATOMS) for one in path)]


DRAWINGS = ("image", "SvgRoot", "Canvas")
ATOMS = ("button", "image", "DisclosureTriangle", "radio")


def _nodes(page: Page) -> list[dict]:
    """Return the nodes of the page's accessibility tree."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return nodes


def _role(node: dict) -> str:
    return node["role"]["value"]


def _name(node: dict) -> str:
    return node.get("name", {}).get("value", "")
