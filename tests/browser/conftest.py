"""Fixtures for browsers, and for pages whose errors fail the test."""

import functools
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, Response, expect, sync_playwright

from tests.browser.engines import ChromiumWindow, Firefox, Window, firefox_running, webkit
from tests.support.commands import run
from tests.support.server import Server
from tests.support.waiting import PATIENCE

# Chromium obeys only the last --disable-features, so this list repeats Playwright's. The features in the last line, the
# address bar's popups and a spare renderer, would each add a process per page.
DISABLED_FEATURES = [
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"),
    "PreconnectToSearch",
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"),
]
FLAGS = [
    f"--disable-features={','.join(DISABLED_FEATURES)}",
    "--no-sandbox",  # Chromium requires this when the tests run as root
    "--disable-gpu",
    "--disable-font-subpixel-positioning",  # same text width headless as in a window
    "--disable-quic",
    "--no-first-run",
    # Connect only to the server under test.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Chromium's messages about failed responses and lost connections, which tests provoke.
EXPECTED = re.compile(r"^(Failed to load resource|WebSocket connection to )")

expect.set_options(timeout=1000 * PATIENCE)


def keep_out_of_home() -> None:
    """Let browsers write crash reports, profiles and downloads to the cache instead of the home directory."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute() / "tictactoe-browsers"
    cache.mkdir(parents=True, exist_ok=True)
    (cache / "user-dirs.dirs").write_text(f'XDG_DOWNLOAD_DIR="{cache}"\n')
    os.environ["XDG_CONFIG_HOME"] = str(cache)


keep_out_of_home()


@pytest.fixture(scope="session")
def chromium() -> str:
    found = run("tools/chromium")
    if found.returncode:
        pytest.skip("no Chromium that Playwright can drive; `make test` installs one where it may")
    return found.stdout.strip()


@pytest.fixture(scope="session")
def light_chromium(chromium) -> str:
    """Headless Chromium, which needs a third less CPU, or else the full browser."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


RUNNING = ExitStack()


@functools.cache
def playwright() -> Playwright:
    return RUNNING.enter_context(sync_playwright())


@functools.cache
def running(program: str) -> Browser:
    """Start a program once for all modules, because that takes more than a CPU second."""
    return playwright().chromium.launch(executable_path=program, args=FLAGS)


@pytest.fixture(scope="module")
def browser(light_chromium) -> Browser:
    return running(light_chromium)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Stop Playwright after the last browser test, because the ORM and coroutine tests do not work while it runs."""
    if not (nextitem and Path(__file__).parent in nextitem.path.parents):
        RUNNING.close()
        playwright.cache_clear()
        running.cache_clear()


@pytest.fixture
def no_logged_errors(server: Server) -> Iterator[None]:
    logged = server.log.stat().st_size
    yield
    log = server.log.read_text()[logged:]
    assert [line for line in log.splitlines() if "ERROR" in line or "Traceback" in line] == []


@pytest.fixture
def new_page(browser: Browser, no_logged_errors) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page with its own session: `new_page(color_scheme="dark")`.

    It takes the arguments of Playwright's `Browser.new_context`. The test fails at its end if a page had errors,
    violated the content policy, sent requests to other hosts or got broken responses.
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
    """Return a function that opens a window of this width and height with its own session, for each engine."""
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
def open_in_firefox(firefox, no_logged_errors) -> Iterator[Callable[[int, int], Window]]:
    firefox.wrong.clear()
    with ExitStack() as windows:
        yield lambda width, height: windows.enter_context(firefox.window(width, height))
    assert firefox.wrong == []


@pytest.fixture
def open_in_webkit(no_logged_errors) -> Iterator[Callable[[int, int], Window]]:
    driver, program = shutil.which("WebKitWebDriver"), next(Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser"), None)
    if not (driver and program and shutil.which("Xvfb")):
        pytest.skip("no WebKit, or no screen for it; `make test-all` installs WebKitGTK's driver and Xvfb where it may")
    with ExitStack() as windows:
        yield lambda width, height: windows.enter_context(webkit(driver, str(program), width, height))


def watch(page: Page, wrong: list[str]) -> None:
    """Append a line to `wrong` for each event in a page that must not happen."""

    def note_response(answer: Response) -> None:
        if answer.status >= 500 or (answer.status >= 400 and "/static/" in answer.url):
            wrong.append(f"{answer.status} for {answer.url}")
        elif not answer.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            wrong.append(f"asked another host: {answer.url}")

    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    page.on("response", note_response)
    page.on(
        "console",
        lambda message: (
            wrong.append(f"{page.url}: {message.text}")
            if message.type == "error" and not EXPECTED.match(message.text)
            else None
        ),
    )
