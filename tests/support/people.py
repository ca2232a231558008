"""Real clients of a server: their cookies, forms and sockets."""

import http.cookiejar
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from email.message import Message

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.waiting import PATIENCE

DRAW = "012435768"  # the moves of X O X / X O O / O X X, a draw


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    text: str
    url: str


class Person:
    """A browser on the site at `url`. The parameter `at` is the URL of another process of the site."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str, at: str = "", **headers: str) -> Answer:
        return self._ask(urllib.request.Request((at or self.url) + path, headers=headers))

    def post(self, path: str, **fields: object) -> Answer:
        """Post a form with its CSRF token, and follow redirects."""
        if "csrftoken" not in self._by_name():
            self.get("/")
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": self._by_name()["csrftoken"], **fields})
        return self._ask(urllib.request.Request(self.url + path, data=form.encode(), headers={"Origin": self.url}))

    def page(self, code: str, at: str = "", **headers: str) -> "Page":
        at = at or self.url
        cookie = "; ".join(f"{name}={value}" for name, value in self._by_name().items())
        opened = ExitStack()
        socket = opened.enter_context(
            connect(
                f"{at.replace('http', 'ws')}/ws/g/{code}/?lang=en",
                origin=at,
                additional_headers={"Cookie": cookie} | headers,
                compression=None,
                ping_interval=None,
                open_timeout=PATIENCE,
                close_timeout=1,
                legacy=False,
            )
        )
        return Page(socket, opened.close)

    def _by_name(self) -> dict[str, str]:
        return {cookie.name: cookie.value or "" for cookie in self.cookies}

    def _ask(self, request: urllib.request.Request) -> Answer:
        try:
            answer = self.opener.open(request, timeout=PATIENCE)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            return Answer(answer.status, answer.headers, answer.read().decode(), answer.url)


class Page:
    def __init__(self, socket: ClientConnection, close: Callable[[], None]) -> None:
        self.socket = socket
        self.close = close

    def sees(self, version: int) -> int:
        """Wait for a state of this version or a later one, and return its version.

        Like the page's script, it requests the state when a beat has a newer version, because a restart may lose news.
        Raises AssertionError if a move was refused.
        """
        while True:
            frame = json.loads(self.socket.recv(timeout=PATIENCE))
            assert frame["type"] != "refused", frame["message"]
            if frame["type"] == "state" and frame["version"] >= version:
                return frame["version"]
            if frame["type"] == "beat" and (frame["version"] or 0) >= version:
                self.socket.send(json.dumps({"do": "look"}))

    def play(self, cell: str, version: int) -> None:
        """Send a move. If the socket has closed, the next read fails."""
        with suppress(ConnectionClosed):
            self.socket.send(json.dumps({"do": "play", "cell": cell, "version": version}))

    def close_code(self) -> int:
        """Wait until the server closes the socket, and return the code."""
        try:
            while True:
                self.socket.recv(timeout=PATIENCE)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def play_out(x: Page, o: Page, *watchers: Page) -> None:
    """Play DRAW in a game at version 1, and wait until all pages show each move."""
    for ply, cell in enumerate(DRAW, start=1):
        (x if ply % 2 else o).play(cell, version=ply)
        for page in (x, o, *watchers):
            assert page.sees(ply + 1) == ply + 1


def two_in_a_game(url: str) -> tuple[Person, Person, str]:
    """Return Ada (X), Ben (O), and the code of their game, at version 1."""
    ada, ben = Person(url), Person(url)
    code = ada.post("/new/friend/", side="X").url.split("/")[4]
    assert ben.post(f"/g/{code}/join/").status == 200
    return ada, ben, code
