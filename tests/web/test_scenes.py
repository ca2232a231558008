"""Requests that come at the same time share what is read of a tournament, and nobody is told what is older than their
question."""

import gc
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from types import SimpleNamespace

import pytest

from games.models import Tournament
from games.web import scenes
from tests.waiting import PATIENCE, until


class Database:
    """Readings that last until they may go on. Each finds its number."""

    def __init__(self) -> None:
        self.begun, self.go_on = 0, threading.Event()

    def read(self, code: str) -> int:
        self.begun += 1
        number = self.begun
        self.go_on.wait(PATIENCE)
        return number


class Clock:
    """A clock that goes on whenever somebody looks at it."""

    def __init__(self) -> None:
        self.numbers, self.looks = count(), 0

    def monotonic(self) -> int:
        self.looks = next(self.numbers)
        return self.looks


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(scenes, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


def test_who_asks_meanwhile_shares_the_next_reading(clock, monkeypatch):
    database = Database()
    monkeypatch.setattr(scenes, "scene_of", database.read)
    with ThreadPoolExecutor() as people:
        first = people.submit(scenes.scene, "23456")
        until(lambda: database.begun == 1)
        before = clock.looks
        others = [people.submit(scenes.scene, "23456") for _ in range(3)]
        until(lambda: clock.looks == before + 3)  # all have asked
        database.go_on.set()
        assert (first.result(), [other.result() for other in others]) == (1, [2, 2, 2])
    assert scenes.scene("23456") == 3


def test_a_reading_that_fails_fails_for_all_who_have_waited_for_it(clock, monkeypatch):
    database = Database()

    def fails(code: str) -> int:
        raise TimeoutError(database.read(code))

    monkeypatch.setattr(scenes, "scene_of", fails)
    with ThreadPoolExecutor() as people:
        first = people.submit(scenes.scene, "23456")
        until(lambda: database.begun == 1)
        before = clock.looks
        others = [people.submit(scenes.scene, "23456") for _ in range(3)]
        until(lambda: clock.looks == before + 3)
        database.go_on.set()
        assert [str(other.exception()) for other in (first, *others)] == ["1", "2", "2", "2"]


def test_a_reading_that_fails_is_not_kept(monkeypatch):
    monkeypatch.setattr(scenes, "scene_of", lambda code: Tournament.objects.none().get())
    with pytest.raises(Tournament.DoesNotExist):
        scenes.scene("23456")
    monkeypatch.setattr(scenes, "scene_of", lambda code: "as it stands")
    assert scenes.scene("23456") == "as it stands"
    gc.collect()  # an error and the frames it came through hold each other
    assert "23456" not in scenes._under_way
