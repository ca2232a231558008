"""Transactions of one process on SQLite: the next one starts as soon as the previous one ends."""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction

from games.site.models import Player
from tests.support.games import player
from tests.support.waiting import PATIENCE
from tictactoe_site.sqlite import base

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows"),
]


@pytest.fixture
def elsewhere() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as thread:
        yield thread
        thread.submit(lambda: connection.close()).result()


def store_unless_locked() -> None:
    """Create a player in a transaction that does not wait for SQLite."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
    with transaction.atomic():
        player("Ben")


def commit() -> None:
    with transaction.atomic():
        player("Ada")


def roll_back() -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        player("Ada")
        raise ZeroDivisionError


def close() -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        player("Ada")
        connection.close()
        player("Cem")


def fail_to_begin() -> None:
    with connection.cursor() as cursor:
        cursor.execute("BEGIN")
        with pytest.raises(OperationalError, match="within a transaction"), transaction.atomic():
            pass
        cursor.execute("ROLLBACK")


@pytest.mark.parametrize("end", [commit, roll_back, close, fail_to_begin])
def test_the_next_transaction_starts_when_the_previous_one_ends(elsewhere: ThreadPoolExecutor, end: Callable[[], None]):
    end()
    elsewhere.submit(store_unless_locked).result(timeout=PATIENCE)
    end()
    assert Player.objects.filter(name="Ben").exists()


class Turn:
    """A lock that reports when a thread waits for it."""

    def __init__(self) -> None:
        self.lock, self.waited_for = threading.Lock(), threading.Event()
        self.release = self.lock.release

    def acquire(self, timeout: float) -> bool:
        if self.lock.acquire(blocking=False):
            return True
        self.waited_for.set()
        return self.lock.acquire(timeout=timeout)


def test_a_thread_waits_for_the_lock_in_the_process(monkeypatch, elsewhere: ThreadPoolExecutor):
    """SQLite itself would retry at growing intervals, and other threads would overtake this one."""
    turn = Turn()
    monkeypatch.setattr(base, "_turns", defaultdict(lambda: turn))
    with transaction.atomic():
        player("Ada")
        stored = elsewhere.submit(store_unless_locked)
        assert turn.waited_for.wait(PATIENCE)
    stored.result(timeout=PATIENCE)
    assert Player.objects.count() == 2


def test_a_thread_that_waits_too_long_gets_sqlites_error(monkeypatch, elsewhere: ThreadPoolExecutor):
    turn = Turn()
    monkeypatch.setattr(base, "_turns", defaultdict(lambda: turn))

    def store() -> None:
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0)
        store_unless_locked()

    with transaction.atomic():
        player("Ada")
        with pytest.raises(OperationalError, match="database is locked"):
            elsewhere.submit(store).result(timeout=PATIENCE)
        assert turn.waited_for.is_set()
    assert Player.objects.count() == 1
