"""How often a page goes to a thread and back, and what it leaves there."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import DatabaseError, connection, connections
from django.http import HttpResponse

from games.web.middleware import AT_WORK
from games.web.views import errors, health
from tests.waiting import PATIENCE
from tictactoe_site import bodies
from tictactoe_site.bodies import Pages, Threads

SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="connections to PostgreSQL go back to their pool")
TOKEN = "a" * 32  # the secret for forms: any, as long as the cookie has the same


@pytest.fixture
def thread(monkeypatch) -> Iterator[Threads]:
    """All pages are made on this one."""
    thread = Threads(max_workers=1)
    monkeypatch.setattr(bodies, "_threads", thread)
    yield thread
    thread.submit(lambda: connections.close_all()).result()
    thread.shutdown()


def here() -> Any:
    """The connection of a thread."""
    connection.ensure_connection()
    return connection.connection


async def status(pages: Pages, path: str, method: str = "GET") -> int:
    headers = {"host": "testserver", "cookie": f"csrftoken={TOKEN}", "x-csrftoken": TOKEN}
    asked = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    browser = ApplicationCommunicator(pages, asked)
    await browser.send_input({"type": "http.request", "body": b""})
    answer = await browser.receive_output(PATIENCE)
    await browser.receive_output()
    await browser.wait()
    return answer["status"]


async def test_a_page_is_one_trip(monkeypatch):
    trips: list[str] = []

    class Counting(Threads):
        def submit(self, *arguments: Any, **named: Any) -> Any:
            future = super().submit(*arguments, **named)
            trips.append("there and back")
            return future

    monkeypatch.setattr(bodies, "_threads", Counting(max_workers=1))
    assert await status(Pages(), "/how-to-play/") == 200
    assert len(trips) == 1


async def test_an_error_page_is_made_on_a_thread_of_the_pages(thread, monkeypatch):
    """A thread that looked after no connections would keep the one that such a page may open."""
    made: list[str] = []

    def error(*arguments: Any) -> HttpResponse:
        made.append(threading.current_thread().name)
        return render(*arguments)

    render = errors.error
    monkeypatch.setattr(errors, "error", error)
    assert await status(Pages(), "/nowhere/") == 404
    assert made == [thread.submit(lambda: threading.current_thread().name).result()]


async def test_whoever_is_at_work_finds_a_thread(monkeypatch):
    all_at_work = threading.Barrier(AT_WORK)

    def error(*arguments: Any) -> HttpResponse:
        all_at_work.wait(PATIENCE / 2)
        return render(*arguments)

    render = errors.error
    monkeypatch.setattr(errors, "error", error)
    pages = Pages()
    asked = [status(pages, "/nowhere/") for _ in range(AT_WORK)]
    assert await asyncio.gather(*asked) == [404] * AT_WORK


async def test_neither_pages_nor_signs_of_life_wait_behind_monitors_that_a_database_keeps_waiting(monkeypatch):
    let_go = threading.Event()
    monkeypatch.setattr(health, "PATIENCE", PATIENCE)
    monkeypatch.setattr(health, "_read", lambda: let_go.wait(PATIENCE))
    pages = Pages()
    waiting = [asyncio.create_task(status(pages, "/readyz")) for _ in range(80)]
    try:
        for path in ("/healthz", "/how-to-play/"):
            assert await asyncio.wait_for(status(pages, path), PATIENCE / 2) == 200
        assert not any(one.done() for one in waiting)
    finally:
        let_go.set()
    assert await asyncio.gather(*waiting) == [200] * 80


@SQLITE
@pytest.mark.django_db(transaction=True)
async def test_pages_on_one_thread_share_a_connection(thread):
    before = thread.submit(here).result()
    pages = Pages()
    assert [await status(pages, "/games/") for _ in range(2)] == [200, 200]
    assert thread.submit(here).result() is before


@SQLITE
@pytest.mark.django_db(transaction=True)
def test_a_connection_on_which_something_failed_is_made_anew(thread):
    def fail() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM nowhere")

    before = thread.submit(here).result()
    with pytest.raises(DatabaseError):
        thread.submit(fail).result()
    assert thread.submit(here).result() is not before


@SQLITE
@pytest.mark.django_db(transaction=True)
async def test_a_database_that_was_read_only_for_a_while_is_written_to_again(thread, monkeypatch):
    pages = Pages()
    with monkeypatch.context() as for_a_while:
        name = connection.settings_dict["NAME"]
        for_a_while.setitem(connection.settings_dict, "NAME", f"file:{name}?mode=ro")
        assert await status(pages, "/new/one-screen/", "POST") == 503
    assert await status(pages, "/new/one-screen/", "POST") == 302
