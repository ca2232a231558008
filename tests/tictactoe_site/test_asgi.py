"""The check of a websocket's host and origin, before any consumer sees it."""

import pytest
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.testing import WebsocketCommunicator

from tests.support.waiting import PATIENCE
from tictactoe_site.origin import SameOriginOnly

HERE = "http://127.0.0.1:8000"


async def accepts(application, path: str = "/", scheme: str = "ws", **headers: str | list[str]) -> bool:
    sent = {"host": "127.0.0.1:8000", "origin": HERE} | headers
    pairs = [
        (name.encode(), value.encode("latin1"))
        for name, values in sent.items()
        for value in ([values] if isinstance(values, str) else values)
    ]
    communicator = WebsocketCommunicator(application, path, headers=pairs)
    communicator.scope["scheme"] = scheme
    connected, _ = await communicator.connect(timeout=PATIENCE)
    await communicator.disconnect(timeout=PATIENCE)
    return connected


CHECKED = SameOriginOnly(AsyncWebsocketConsumer.as_asgi())


async def test_a_page_of_this_site_is_accepted():
    assert await accepts(CHECKED)
    assert await accepts(CHECKED, host="LOCALHOST:8000", origin="http://localhost:8000")
    assert await accepts(CHECKED, host="localhost", origin="http://localhost")
    assert await accepts(CHECKED, scheme="wss", origin="https://127.0.0.1:8000")


@pytest.mark.parametrize(
    "origin",
    [
        *("https://127.0.0.1:8000", "http://127.0.0.1", "http://127.0.0.1:8001", "http://localhost:8000"),
        *("http://127.0.0.1:8000.evil.example", "http://127.0.0.1:8000@evil.example", "http://evil-127.0.0.1:8000"),
        *("http://evil.example#127.0.0.1:8000", "http://127.0.0.1:8000, http://evil.example", "HTTP://127.0.0.1:8000"),
        *("ws://127.0.0.1:8000", "file://", "http://127.0.0.1:8000/", "null", "", "\xff", [], [HERE, HERE]),
    ],
)
async def test_any_other_origin_is_refused(origin):
    assert not await accepts(CHECKED, origin=origin)


@pytest.mark.parametrize("host", ["evil.example", "", "127.0.0.1:x", "\xff", [], ["127.0.0.1:8000"] * 2])
async def test_a_foreign_or_malformed_host_is_refused(host):
    origin = f"http://{host}" if isinstance(host, str) else HERE
    assert not await accepts(CHECKED, host=host, origin=origin)


@pytest.fixture
def public(settings) -> None:
    settings.PUBLIC_URL = "https://play.example.org"
    settings.ALLOWED_HOSTS = ["127.0.0.1", "play.example.org"]


@pytest.mark.usefixtures("public")
@pytest.mark.parametrize("scheme", ["ws", "wss"])  # the process may not know that the proxy uses TLS
async def test_public_url_is_the_only_origin_and_its_lookalikes_are_refused(scheme):
    there = {"scheme": scheme, "host": "play.example.org"}
    assert await accepts(CHECKED, **there, origin="https://play.example.org")
    assert not await accepts(CHECKED)
    for origin in (
        *("http://play.example.org", "https://play.example.org:8443", "https://play.example.org:443"),
        *(
            "https://play.example.org.evil.example",
            "https://play.example.org@evil.example",
            "https://xplay.example.org",
        ),
        *("https://рlay.example.org".encode().decode("latin1"), "null", "", [], ["https://play.example.org", "null"]),
    ):
        assert not await accepts(CHECKED, **there, origin=origin), origin


@pytest.mark.usefixtures("public")
@pytest.mark.parametrize(
    "host", ["evil.example", "play.example.org.evil.example", "play.example.org@evil.example", "[::1"]
)
async def test_the_host_must_be_allowed_whatever_the_origin(host):
    assert not await accepts(CHECKED, host=host, origin="https://play.example.org")


async def test_an_unknown_path_is_refused_without_an_exception():
    from tictactoe_site.asgi import application  # imported only here, because it takes the lock

    assert not await accepts(application, "/nowhere")
    assert not await accepts(application, "/ws/g/no-code/")
