"""The page for a database that is busy."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from django.test import AsyncClient, Client

from games.play.models import Game
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def writing_elsewhere() -> Iterator[None]:
    """Keep the database locked by another transaction."""
    held, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            if connection.vendor == "postgresql":  # SQLite locks everything at its start
                cursor.execute("LOCK TABLE games_game IN EXCLUSIVE MODE")
            held.set()
            let_go.wait(PATIENCE)
        connection.close()

    holding = threading.Thread(target=hold)
    holding.start()
    assert held.wait(PATIENCE)
    try:
        yield
    finally:
        let_go.set()
        holding.join()


def check(response, caplog, *sentences: str) -> None:
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    for sentence in sentences:
        assert sentence in response.content.decode()
    assert response["Content-Security-Policy"]
    [line] = [record for record in caplog.records if record.name == "django.request"]
    assert line.getMessage() == "Service Unavailable: /new/one-screen/"


def test_a_form_refused_by_a_busy_database_can_be_sent_again(caplog):
    browser = Client(raise_request_exception=False)
    with writing_elsewhere():
        answer = browser.post("/new/one-screen/")
    check(answer, caplog, "That didn’t go through. Try again.", "Your games are safe.")
    assert browser.post("/new/one-screen/").status_code == 302
    assert Game.objects.count() == 1


async def test_the_page_is_the_same_on_server_threads_and_in_the_browsers_language(caplog):
    browser = AsyncClient(raise_request_exception=False)
    with writing_elsewhere():
        answer = await browser.post("/new/one-screen/", headers={"accept-language": "de"})
    check(answer, caplog, "Das hat nicht geklappt.")
