"""What is held against rules of accessibility."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def check(page: Page) -> None:
    """Asserts that axe finds nothing on paper, and in the colours of the chalkboard."""
    page.wait_for_load_state()
    page.emulate_media(reduced_motion="reduce", color_scheme="light")
    nothing_in(page, Axe().run(page).response)
    page.emulate_media(color_scheme="dark")
    nothing_in(page, page.evaluate("axe.run({ runOnly: ['cat.color'], resultTypes: ['violations'] })"))


def nothing_in(page: Page, found: dict) -> None:
    wrong = [(one["id"], [node["target"] for node in one["nodes"]]) for one in found["violations"]]
    assert (page.url, wrong) == (page.url, [])
