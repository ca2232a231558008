"""Sockets of pages, connected to the consumers without a server."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from functools import partialmethod
from typing import Any

import pytest
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from games.play import news
from games.routing import websocket_urlpatterns
from games.site.models import Player
from tests.support.waiting import PATIENCE


class Page(WebsocketCommunicator):
    connect = partialmethod(WebsocketCommunicator.connect, timeout=PATIENCE)
    disconnect = partialmethod(WebsocketCommunicator.disconnect, timeout=PATIENCE)

    def __init__(self, code: str, who: Player | None, query: str = "lang=en", **cookies: str) -> None:
        async def with_session(scope, receive, send):
            session = {"player": who.pk} if who else {}
            known = {**scope, "session": session, "cookies": cookies}
            return await URLRouter(websocket_urlpatterns)(known, receive, send)

        super().__init__(with_session, f"/ws/g/{code}/?{query}")

    async def open(self) -> dict:
        """Connect and return the first state."""
        connected, _ = await self.connect()
        assert connected
        return await self.next("state")

    async def next(self, kind: str) -> dict:
        """Return the next frame of this type, skipping others."""
        async with asyncio.timeout(PATIENCE):
            while (frame := json.loads(await self.receive_from(timeout=PATIENCE)))["type"] != kind:
                pass
        return frame

    async def state(self, version: int) -> dict:
        """Return the first state of this version or a later one."""
        while (frame := await self.next("state"))["version"] < version:
            pass
        return frame

    async def sees(self, words: str) -> str:
        """Wait for a state that contains these words, and return its HTML."""
        while words not in (frame := await self.next("state"))["html"]:
            pass
        return frame["html"]

    async def news(self, sentence: str = "") -> dict:
        """Return the first state with this news, or with any."""
        while not (frame := await self.next("state"))["news"] or (sentence and frame["news"] != sentence):
            pass
        return frame

    async def closed(self) -> int:
        """Wait until the server closes the socket, and return the code, skipping frames."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self.receive_output(timeout=PATIENCE))["type"] != "websocket.close":
                pass
        return message["code"]

    async def do(self, verb: object, **more: object) -> None:
        await self.send_to(text_data=json.dumps({"do": verb, **more}))


@pytest.fixture
async def room_page() -> AsyncIterator[Callable[..., Page]]:
    """Create pages of a kind, by default `Page`, and disconnect them at the end of the test."""
    pages: list[Page] = []

    def create(*arguments: Any, kind: type[Page] = Page, **named: Any) -> Page:
        pages.append(kind(*arguments, **named))
        return pages[-1]

    yield create
    for page in pages:
        if not page.future.done():
            await page.disconnect()


class TournamentPage(Page):
    def __init__(self, code: str, who: Player | None, query: str = "lang=en", **cookies: str) -> None:
        super().__init__(code, who, query)
        self.scope["path"] = f"/ws/t/{code}/"


class OverviewPage(Page):
    """The socket of a big screen or a host's page, at this path."""

    def __init__(self, path: str, who: Player | None = None, query: str = "lang=en") -> None:
        super().__init__("", who, query)
        self.scope["path"] = f"/ws/{path}/"


def listened(room: str) -> bool:
    """Return whether anyone in this process listens to a room."""
    return room in news.layer().groups  # type: ignore[attr-defined]
