"""Browser windows of three engines behind one small interface, each with its own session.

Playwright drives Chromium, Selenium WebKit. Firefox supports WebDriver BiDi itself, so it needs only Selenium's
connection, no driver.
"""

import base64
import io
import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from PIL import Image, ImageGrab
from playwright.sync_api import Error, Page
from selenium.webdriver import ActionChains, Remote, WebKitGTKOptions
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.websocket_connection import WebSocketConnection
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.ink import DRAWN, NONE, STRUCK, Box, ink
from tests.support.waiting import PATIENCE, until

HOME, ESCAPE = "\ue011", "\ue00c"  # WebDriver's key codes
NAMES = {HOME: "Home", ESCAPE: "Escape"}  # Playwright's key names

# The point at which to click an element, once it is visible and uncovered.
POINT = """(selector, words) => {
  const shows = (element) => element.getClientRects().length > 0;
  const fits = (element) => !words || element.textContent.trim() === words;
  const found = [...document.querySelectorAll(selector)].find((element) => shows(element) && fits(element));
  if (!found) return null;
  found.scrollIntoView({ block: "center", behavior: "instant" });
  const box = found.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return found.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""

# The area of a square inside its lines, once the page is laid out, so that the square is as high as it is wide.
SQUARE = """(number) => {
  const square = document.querySelectorAll(".board > :is(button, span)")[number - 1];
  square?.parentElement.scrollIntoView({ block: "center", behavior: "instant" });
  const box = square?.getBoundingClientRect(), lines = box?.width / 10;
  if (!box?.width || Math.abs(box.width - box.height) > lines) return null;
  return [box.left + lines, box.top + lines, box.right - lines, box.bottom - lines];
}"""
COLOUR = "(name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()"


class Window:
    """Each engine's window can also `visit` an address, `press` a point or a `key`, take a `picture` of a part of the
    window, and `evaluate` an expression, which gives None if the page is being left."""

    def run(self, function: str, *arguments):
        return self.evaluate(f"({function})(...{json.dumps(arguments)})")

    def point(self, selector: str, words: str = "") -> list[float] | None:
        return self.run(POINT, selector, words)

    def click(self, selector: str, words: str = "") -> None:
        """Click the first visible element that matches the selector and, if given, has this text."""
        self.press(*until(lambda: self.point(selector, words)))

    def type(self, selector: str, text: str) -> None:
        self.click(selector)
        for letter in text:
            self.key(letter)

    def text(self, selector: str) -> str:
        return self.run("(selector) => document.querySelector(selector)?.textContent.trim() ?? ''", selector) or ""

    def reads(self, selector: str, words: str) -> None:
        """Wait until the element's text matches a regular expression."""
        until(lambda: re.search(words, self.text(selector)))

    def connected(self) -> None:
        until(lambda: self.run("() => document.querySelector('#connection')?.dataset.state") == "connected")

    def square(self, number: int) -> Box:
        return until(lambda: self.run(SQUARE, number))

    def ink(self, number: int, name: str) -> float:
        """Return the share of a square that has a colour of the style sheet."""
        return self.inks(self.square(number), name)[0]

    def inks(self, box: Box, *names: str) -> list[float]:
        """Return the shares of colours of the style sheet in an area of the window."""
        picture = self.picture(*map(round, box))
        return [ink(picture, self.run(COLOUR, name)) for name in names]

    def drawn(self, number: int, mark: str) -> None:
        """Wait until the ink of a mark is visible in a square, and no ink of the other side."""

        def is_drawn() -> bool:
            own, others = self.inks(self.square(number), *("xo" if mark == "X" else "ox"))
            return own > DRAWN and others < NONE

        until(is_drawn)

    def empty(self, number: int) -> None:
        """Wait until no ink is visible in a square."""
        until(lambda: max(self.inks(self.square(number), "x", "o")) < NONE)

    def struck(self, *numbers: int) -> None:
        """Wait until the yellow line through these squares is visible: highlighter on paper, chalk on slate."""
        until(lambda: all(self.ink(number, "hl") > STRUCK for number in numbers))


class ChromiumWindow(Window):
    def __init__(self, page: Page) -> None:
        self.page = page

    def visit(self, address: str) -> None:
        self.page.goto(address)

    def evaluate(self, expression: str):
        try:
            return self.page.evaluate(expression)
        except Error as error:
            if "destroyed" not in str(error):
                raise
            return None

    def press(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def key(self, key: str) -> None:
        self.page.keyboard.press(NAMES.get(key, key))

    def picture(self, left: int, top: int, right: int, bottom: int) -> Image.Image:
        part = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        return Image.open(io.BytesIO(self.page.screenshot(clip=part)))


@contextmanager
def running(*command: str | Path, **options) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def firefox_running(program: str, profile: Path) -> Iterator["Firefox"]:
    with running(program, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"):
        written = profile / "WebDriverBiDiServer.json"
        place = json.loads(until(lambda: written.exists() and written.read_text()))
        address = f"ws://{place['ws_host']}:{place['ws_port']}/session"
        with closing(WebSocketConnection(address, PATIENCE, 0.01)) as connection:
            yield Firefox(connection)


class Firefox:
    """The Firefox process, which has all windows. Errors in their scripts are added to `wrong`."""

    def __init__(self, connection: WebSocketConnection) -> None:
        self.connection = connection
        self.wrong: list[str] = []
        connection.callbacks["log.entryAdded"] = [self.note]
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def note(self, entry: dict) -> None:
        lost = "ws://" in entry["text"]  # a lost connection, which tests provoke
        if entry["type"] == "javascript" and entry["level"] == "error" and not lost:
            self.wrong.append(entry["text"])

    def send(self, method: str, **parameters) -> dict:
        answer = self.connection.send_cmd(method, parameters)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    @contextmanager
    def window(self, width: int, height: int) -> Iterator[Window]:
        person = self.send("browser.createUserContext")["userContext"]
        # A background tab would not animate.
        context = self.send("browsingContext.create", type="window", userContext=person)["context"]
        self.send("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        yield FirefoxWindow(self, context)
        self.send("browser.removeUserContext", userContext=person)


class FirefoxWindow(Window):
    def __init__(self, firefox: Firefox, context: str) -> None:
        self.firefox = firefox
        self.context = context

    def send(self, method: str, **parameters) -> dict:
        return self.firefox.send(method, context=self.context, **parameters)

    def visit(self, address: str) -> None:
        self.send("browsingContext.navigate", url=address, wait="complete")

    def evaluate(self, expression: str):
        expression = f"JSON.stringify({expression} ?? null)"
        try:
            answer = self.firefox.send(
                "script.evaluate", expression=expression, target={"context": self.context}, awaitPromise=False
            )
        except RuntimeError as error:
            if "destroyed" not in str(error):
                raise
            return None
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def press(self, x: float, y: float) -> None:
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        moves += [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self.send("input.performActions", actions=[{"type": "pointer", "id": "mouse", "actions": moves}])

    def key(self, key: str) -> None:
        presses = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self.send("input.performActions", actions=[{"type": "key", "id": "keys", "actions": presses}])

    def picture(self, left: int, top: int, right: int, bottom: int) -> Image.Image:
        part = {"type": "box", "x": left, "y": top, "width": right - left, "height": bottom - top}
        data = self.send("browsingContext.captureScreenshot", clip=part)["data"]
        return Image.open(io.BytesIO(base64.b64decode(data)))


@contextmanager
def screen(width: int, height: int) -> Iterator[str]:
    reads, writes = os.pipe()
    options = ["-displayfd", str(writes), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
    with os.fdopen(reads) as pipe, running("Xvfb", *options, pass_fds=[writes]):
        os.close(writes)
        yield f":{pipe.readline().strip()}"


@contextmanager
def webkit(driver: str, program: str, width: int, height: int) -> Iterator["WebKitWindow"]:
    """Start a WebKitGTK MiniBrowser as large as its screen."""
    options = WebKitGTKOptions()
    options.binary_location = program
    options.add_argument("--automation")
    options.add_argument("--full-screen")  # without its toolbar, which is wider than a phone's screen
    with screen(width, height) as display, ExitStack() as stack:
        service = Service(driver, env={**os.environ, "DISPLAY": display})
        service.start()
        stack.callback(service.stop)
        to_driver = RemoteConnection(client_config=ClientConfig(service.service_url, timeout=PATIENCE))
        browser = stack.enter_context(Remote(to_driver, options=options))
        browser.set_window_rect(0, 0, width, height)
        yield WebKitWindow(browser, display)


class WebKitWindow(Window):
    """Takes screenshots of its X screen, because the driver's own screenshots hang."""

    def __init__(self, browser: Remote, display: str) -> None:
        self.browser = browser
        self.display = display

    def visit(self, address: str) -> None:
        self.browser.get(address)

    def evaluate(self, expression: str):
        return self.browser.execute_script(f"return {expression}")

    def press(self, x: float, y: float) -> None:
        builder = ActionBuilder(self.browser)
        builder.pointer_action.move_to_location(round(x), round(y)).click()
        builder.perform()

    def key(self, key: str) -> None:
        ActionChains(self.browser).send_keys(key).perform()

    def picture(self, left: int, top: int, right: int, bottom: int) -> Image.Image:
        return ImageGrab.grab((left, top, right, bottom), xdisplay=self.display)
