"""A real Chromium, and pages that fail their test when anything in them goes wrong."""

import re
import subprocess
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Response, expect, sync_playwright

from tests.server import ROOT, Server
from tests.waiting import PATIENCE

FLAGS = [
    "--no-sandbox",  # which Chromium refuses to do without where the tests run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # It must not talk to anyone but the server under test.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# What Chromium itself writes to the console about answers and lost connections, which tests bring about on purpose.
EXPECTED = re.compile(r"^(Failed to load resource|WebSocket connection to )")

expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="session")
def chromium() -> str:
    found = subprocess.run([ROOT / "tools" / "chromium"], check=False, capture_output=True, text=True)
    if found.returncode:
        pytest.skip("no Chromium that Playwright can drive; `make test` installs one where it may")
    return found.stdout.strip()


@pytest.fixture(scope="module")
def browser(chromium) -> Iterator[Browser]:
    """One for a module, not for the session: as long as Playwright runs, the ORM and coroutines in tests can't."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Makes pages, each of a person of its own: `new_page(java_script_enabled=False, color_scheme="dark")`.

    Takes what Playwright's `Browser.new_context` takes. At the end of the test the pages' errors, refusals by the
    content policy, requests to other hosts and broken answers fail it, and so do errors in the server's log.
    """
    contexts, wrong = [], []
    logged = server.log.stat().st_size

    def make(**options) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE)
        context.on("page", lambda page: watch(page, wrong))
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    log = server.log.read_text()[logged:]
    wrong += [line for line in log.splitlines() if "ERROR" in line or "Traceback" in line]
    assert wrong == []


def watch(page: Page, wrong: list[str]) -> None:
    """Notes in `wrong` what must not happen in a page."""

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
