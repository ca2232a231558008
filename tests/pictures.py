"""Makes the pictures of the README from the real site: `make pictures`. They are committed, in docs/pictures.

A scene is played in Chromium against a server of its own: Ada and Ben, one on paper, one on the chalkboard, and Ada's
telephone.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.test_play import SQUARES, connected, invite, robot, square, status
from tests.server import ROOT, Server
from tests.waiting import PATIENCE

PICTURES = ROOT / "docs" / "pictures"
DESK = {"viewport": {"width": 1280, "height": 860}}
PHONE = {"viewport": {"width": 390, "height": 760}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
QUALITY = 80  # at which no line of the drawings frays
MOST = 150_000  # bytes of a picture


@contextmanager
def site() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.prepare()
        server.start()
        try:
            yield server
        finally:
            server.stop()


def person(browser: Browser, server: Server, name: str, **options: object) -> Page:
    """A page of somebody with a name, on which nothing moves."""
    context = browser.new_context(reduced_motion="reduce", **options)
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    page.goto(f"{server.url}/name/")
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()
    return page


def keep(page: Page, name: str) -> None:
    """Writes down what a page shows, the mouse out of the way."""
    page.mouse.move(0, 0)
    page.evaluate("document.fonts.ready")
    picture = Image.open(BytesIO(page.screenshot()))
    path = PICTURES / f"{name}.webp"
    picture.convert("RGB").save(path, quality=QUALITY, method=6)
    size = path.stat().st_size
    if size > MOST:
        sys.exit(f"{path.relative_to(ROOT)} has {size} bytes, more than {MOST}")
    print(f"{path.relative_to(ROOT)}: {picture.width} × {picture.height}, {size:,} bytes")


def mark(page: Page, number: int) -> None:
    expect(status(page)).to_have_text("Your turn")
    square(page, number).click()
    expect(square(page, number)).not_to_have_accessible_name(f"{SQUARES[number - 1]}, empty")


def scene(browser: Browser, server: Server) -> None:
    """Ada wins after a mistake of Ben's, which the review shows."""
    ada = person(browser, server, "Ada", color_scheme="light", **DESK)
    ben = person(browser, server, "Ben", color_scheme="dark", **DESK)
    ada.set_viewport_size({"width": 1280, "height": 1010})  # to the buttons
    ada.goto(server.url)
    keep(ada, "home")
    ada.set_viewport_size(DESK["viewport"])
    link = invite(ada, server)
    ben.goto(link)
    ben.get_by_role("button", name="Join the game").click()
    for page in (ada, ben):
        connected(page)
    for page, number in ((ada, 5), (ben, 2), (ada, 7), (ben, 3)):
        mark(page, number)
    mark(ada, 1)
    expect(status(ben)).to_have_text("Your turn")
    keep(ben, "game")
    mark(ben, 4)
    mark(ada, 9)
    expect(status(ada)).to_have_text("You win!")
    ada.goto(f"{link}?ply=2")
    keep(ada, "review")
    ben.goto(f"{server.url}/opponents/")
    keep(ben, "opponents")
    phone = person(browser, server, "Ada", color_scheme="light", **PHONE)
    phone.goto(f"{server.url}/#computer")
    robot(phone, "Trickster").click()
    connected(phone)
    square(phone, 5).click()
    expect(status(phone)).to_have_text("Your turn")
    expect(phone.locator("#room")).to_have_attribute("data-ply", "2")
    keep(phone, "phone")


def main() -> None:
    chromium = subprocess.run([ROOT / "tools" / "chromium"], check=False, capture_output=True, text=True)
    if chromium.returncode:
        sys.exit("There is no Chromium here that Playwright can drive: tools/chromium --install")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with site() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.stdout.strip(), args=FLAGS)
        scene(browser, server)
        browser.close()


if __name__ == "__main__":
    main()
