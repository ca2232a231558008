"""How often a page goes to a thread and back, and what it leaves there."""

from typing import Any

from asgiref.testing import ApplicationCommunicator
from django.conf import settings

from games.web.middleware import AT_WORK, SIGNING_IN
from tictactoe_site import bodies
from tictactoe_site.bodies import Pages, Threads

ASKED = {
    "type": "http",
    "method": "GET",
    "path": "/how-to-play/",
    "headers": [(b"host", b"testserver")],
    "query_string": b"",
}


async def test_a_page_is_one_trip_and_django_makes_one_before_and_one_after(monkeypatch):
    trips: list[str] = []

    class Counting(Threads):
        def submit(self, *arguments: Any, **named: Any) -> Any:
            future = super().submit(*arguments, **named)
            trips.append("there and back")
            return future

    monkeypatch.setattr(bodies, "_threads", Counting(max_workers=1))
    browser = ApplicationCommunicator(Pages(), ASKED)
    await browser.send_input({"type": "http.request", "body": b""})
    assert (await browser.receive_output())["status"] == 200
    await browser.receive_output()
    await browser.wait()
    assert len(trips) == 3


def test_whoever_is_at_work_finds_a_thread():
    assert bodies._threads._max_workers > AT_WORK + SIGNING_IN


def test_a_connection_to_sqlite_is_kept():
    assert settings.SQLITE["CONN_MAX_AGE"] is None
