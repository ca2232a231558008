"""Real browsers, and pages that fail their test when anything in them goes wrong."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, expect, sync_playwright

from tests.browser.engines import ChromiumWindow, Firefox, Window, firefox_running, webkit
from tests.support.server import ROOT, Server
from tests.support.waiting import PATIENCE

# Chromium reads the last of two such lists, so Playwright's own switches stand here too. The rest would cost each
# person of a test two processes more: pages of the address bar, and one that waits for a next site.
OFF = [
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"),
    "PreconnectToSearch",
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"),
]
FLAGS = [
    f"--disable-features={','.join(OFF)}",
    "--no-sandbox",  # which Chromium refuses to do without where the tests run as root
    "--disable-gpu",
    "--disable-font-subpixel-positioning",  # letters as wide without a window as in one
    "--disable-quic",
    "--no-first-run",
    # It must not talk to anyone but the server under test.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Chromium's own console messages about answers and lost connections, which tests provoke on purpose.
EXPECTED = re.compile(r"^(Failed to load resource|WebSocket connection to )")

expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="session")
def chromium() -> str:
    found = subprocess.run([ROOT / "tools" / "chromium"], check=False, capture_output=True, text=True)
    if found.returncode:
        pytest.skip("no Chromium that Playwright can drive; `make test` installs one where it may")
    return found.stdout.strip()


@pytest.fixture(scope="session")
def light_chromium(chromium) -> str:
    """Chromium without what a window of it needs, for a third less of CPU; the whole page if there is none."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or chromium


@contextmanager
def chromium_running(program: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


class Kept:
    """A browser that stays open for later modules, because starting one takes more than a second of a core."""

    def __init__(self) -> None:
        self.program = ""
        self.stack = ExitStack()

    def open(self, program: str) -> Browser:
        if program != self.program or not self.browser.is_connected():
            self.close()
            self.browser = self.stack.enter_context(chromium_running(program))
            self.program = program
        return self.browser

    def close(self) -> None:
        self.program = ""
        self.stack.close()


KEPT = Kept()


@pytest.fixture(scope="module")
def browser(light_chromium) -> Browser:
    return KEPT.open(light_chromium)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """As long as Playwright runs, the ORM and coroutines in tests can't, so it ends with the last test here."""
    if not (nextitem and Path(__file__).parent in nextitem.path.parents):
        KEPT.close()


@pytest.fixture
def untroubled(server: Server) -> Iterator[None]:
    """Errors in the server's log fail the test."""
    logged = server.log.stat().st_size
    yield
    log = server.log.read_text()[logged:]
    assert [line for line in log.splitlines() if "ERROR" in line or "Traceback" in line] == []


@pytest.fixture
def new_page(browser: Browser, untroubled) -> Iterator[Callable[..., Page]]:
    """Make pages, each of a person of its own: `new_page(java_script_enabled=False, color_scheme="dark")`.

    Takes what Playwright's `Browser.new_context` takes. At the end of the test the pages' errors, refusals by the
    content policy, requests to other hosts and broken answers fail it.
    """
    contexts, wrong = [], []

    def make(**options) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE)
        context.on("page", lambda page: watch(page, wrong))
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(params=["chromium", "firefox", "webkit"])
def open_window(request) -> Callable[[int, int], Window]:
    """Open windows so many pixels wide and high, each of a person of their own, in one engine after the other."""
    return request.getfixturevalue(f"open_in_{request.param}")


@pytest.fixture
def open_in_chromium(new_page) -> Callable[[int, int], Window]:
    return lambda width, height: ChromiumWindow(new_page(viewport={"width": width, "height": height}))


@pytest.fixture(scope="module")
def firefox(tmp_path_factory) -> Iterator[Firefox]:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        pytest.skip("no Firefox; `make test-all` installs one where it may")
    with firefox_running(program, tmp_path_factory.mktemp("firefox")) as firefox:
        yield firefox


@pytest.fixture
def open_in_firefox(firefox, untroubled) -> Iterator[Callable[[int, int], Window]]:
    firefox.wrong.clear()
    with ExitStack() as windows:
        yield lambda width, height: windows.enter_context(firefox.window(width, height))
    assert firefox.wrong == []


@pytest.fixture
def open_in_webkit(untroubled) -> Iterator[Callable[[int, int], Window]]:
    driver, program = shutil.which("WebKitWebDriver"), next(Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser"), None)
    if not (driver and program and shutil.which("Xvfb")):
        pytest.skip("no WebKit, or no screen for it; `make test-all` installs WebKitGTK's driver and Xvfb where it may")
    with ExitStack() as windows:
        yield lambda width, height: windows.enter_context(webkit(driver, str(program), width, height))


def watch(page: Page, wrong: list[str]) -> None:
    """Note in `wrong` what must not happen in a page."""

    def note_answer(answer: Response) -> None:
        if answer.status >= 500 or (answer.status >= 400 and "/static/" in answer.url):
            wrong.append(f"{answer.status} for {answer.url}")
        elif not answer.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            wrong.append(f"asked another host: {answer.url}")

    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    page.on("response", note_answer)
    page.on(
        "console",
        lambda message: (
            wrong.append(f"{page.url}: {message.text}")
            if message.type == "error" and not EXPECTED.match(message.text)
            else None
        ),
    )
