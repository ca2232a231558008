"""The limits on running and waiting requests, and the response to the rest."""

import asyncio
import threading
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from games.hosting.views import health
from games.site.middleware import received_at
from tests.support.waiting import PATIENCE, eventually
from tictactoe_site import requests
from tictactoe_site.requests import Handler, Requests

LOGIN = reverse("admin:login")


@pytest.fixture(autouse=True)
def short_queue(monkeypatch):
    monkeypatch.setattr(requests, "MAX_AT_WORK", 2)
    monkeypatch.setattr(requests, "MAX_WAITING", 3)


async def send(application: Any, path: str, method: str = "GET") -> ApplicationCommunicator:
    """Send a request, and return the client that waits for its response."""
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": [(b"host", b"testserver")]}
    client = ApplicationCommunicator(application, scope)
    await client.send_input({"type": "http.request", "body": b""})
    return client


async def ask(application: Any, path: str, method: str = "GET") -> dict[bytes, bytes]:
    """Return the headers of a response, and its status and body."""
    asking = await send(application, path, method)
    head, body = await asking.receive_output(PATIENCE), await asking.receive_output(PATIENCE)
    await asking.wait(PATIENCE)
    return dict(head["headers"]) | {b"status": head["status"], b"body": body["body"]}


class Work:
    """A handler whose requests run until they are released."""

    def __init__(self) -> None:
        self.go_on, self.begun, self.at_work, self.most = threading.Event(), [], 0, 0
        self.requests = Requests(self.handle)

    def handle(self, request: ASGIRequest) -> HttpResponse:
        self.begun.append(request.path)
        self.at_work += 1
        self.most = max(self.most, self.at_work)
        assert self.go_on.wait(PATIENCE)
        self.at_work -= 1
        return HttpResponse("done")

    def ask(self, *paths: str, method: str = "GET") -> list[asyncio.Task]:
        return [asyncio.create_task(ask(self.requests, path, method)) for path in paths]


@pytest.fixture
async def work() -> Work:
    return Work()


async def statuses(tasks: list[asyncio.Task]) -> list[Any]:
    return [answer[b"status"] for answer in await asyncio.gather(*tasks)]


async def test_a_few_run_some_wait_and_the_rest_are_refused_immediately(work):
    waiting = work.ask("/1", "/2", "/3", "/4", "/5")
    await eventually(lambda: work.requests.pages.places.taken == 5)
    refused = await ask(work.requests, "/6")
    assert (refused[b"status"], refused[b"Retry-After"]) == (503, b"5")
    assert "Please try again in a moment." in refused[b"body"].decode()
    assert refused[b"X-Frame-Options"] == b"DENY"
    assert b"default-src" in refused[b"Content-Security-Policy"]
    work.go_on.set()
    assert await statuses(waiting) == [200] * 5
    assert work.most == 2
    assert await statuses(work.ask("/7")) == [200]


async def test_requests_of_disconnected_clients_are_not_started(work):
    at_work = work.ask("/1", "/2")
    await eventually(lambda: work.at_work == 2)
    gone = await send(work.requests, "/gone")
    await gone.send_input({"type": "http.disconnect"})
    waiting = work.ask("/3")
    await eventually(lambda: work.requests.pages.places.taken == 4)
    work.go_on.set()
    assert await statuses([*at_work, *waiting]) == [200] * 3
    await gone.wait(PATIENCE)
    assert work.begun == ["/1", "/2", "/3"]


async def test_a_running_request_finishes_though_its_client_disconnects(work):
    gone = await send(work.requests, "/1")
    await eventually(lambda: work.at_work == 1)
    await gone.send_input({"type": "http.disconnect"})
    assert await gone.receive_nothing()
    work.go_on.set()
    await gone.wait(PATIENCE)
    assert (await gone.receive_output())["status"] == 200


async def test_a_failing_request_frees_its_place():
    def fail(_request: ASGIRequest) -> HttpResponse:
        raise ZeroDivisionError

    broken = Requests(fail)
    for _ in range(10):
        with pytest.raises(ZeroDivisionError):
            await (await send(broken, "/")).wait()


async def test_sign_ins_have_their_own_queue(work):
    signing_in = work.ask(*[LOGIN] * 11, method="POST")
    await eventually(lambda: work.requests.signing_in.places.taken == 11)
    assert await statuses(work.ask(LOGIN, method="POST")) == [503]
    pages = work.ask("/1", LOGIN)
    await eventually(lambda: work.at_work == 3)
    assert sorted(work.begun) == sorted([LOGIN, "/1", LOGIN])
    work.go_on.set()
    assert await statuses([*signing_in, *pages]) == [200] * 13
    assert work.most == 3


async def test_the_time_of_receipt_is_that_before_the_wait_in_the_queue():
    received, let_go = [], threading.Event()

    def page(request: ASGIRequest) -> HttpResponse:
        received.append((received_at(request), timezone.now()))
        assert let_go.wait(PATIENCE)
        return HttpResponse()

    site = Requests(page)
    waiting = [asyncio.create_task(ask(site, "/")) for _ in range(3)]
    await eventually(lambda: site.pages.places.taken == 3 and len(received) == 2)
    since = timezone.now()
    let_go.set()
    assert await statuses(waiting) == [200] * 3
    at, turn = received[-1]
    assert at < since < turn


async def test_neither_pages_nor_healthz_wait_behind_monitors_of_a_hanging_database(monkeypatch):
    let_go = threading.Event()
    monkeypatch.setattr(health, "CHECK_TIMEOUT", PATIENCE)
    monkeypatch.setattr(health, "_read", lambda: let_go.wait(PATIENCE))
    site = Requests(Handler())
    waiting = [asyncio.create_task(ask(site, "/readyz")) for _ in range(20)]
    try:
        for path in ("/healthz", "/how-to-play/"):
            assert (await asyncio.wait_for(ask(site, path), PATIENCE / 2))[b"status"] == 200
        assert not any(one.done() for one in waiting)
    finally:
        let_go.set()
    assert await statuses(waiting) == [200] * 20


async def test_healthz_answers_however_many_pages_wait(work):
    pages = work.ask("/1", "/2", "/3", "/4", "/5")
    await eventually(lambda: work.requests.pages.places.taken == 5)
    monitors = work.ask("/healthz", "/readyz")
    await eventually(lambda: work.at_work == 4)
    assert sorted(work.begun) == ["/1", "/2", "/healthz", "/readyz"]
    work.go_on.set()
    assert await statuses([*pages, *monitors]) == [200] * 7
