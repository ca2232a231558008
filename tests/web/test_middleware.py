"""How many requests are at work at once, how many wait, and what the rest are told."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from asgiref.sync import sync_to_async
from django.http import HttpResponse
from django.test import AsyncClient, AsyncRequestFactory, RequestFactory
from django.urls import reverse
from django.utils import timezone

from games.web import middleware
from games.web.middleware import in_turn, received_at
from tests.test_headers import check
from tests.waiting import PATIENCE, eventually


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(middleware, "AT_WORK", 2)
    monkeypatch.setattr(middleware, "WAITING", 3)


async def test_a_few_at_a_time_some_wait_and_the_rest_are_told_at_once_to_come_again():
    go_on, at_work, most = asyncio.Event(), 0, 0

    async def view(_request):
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await go_on.wait()
        at_work -= 1
        return HttpResponse("done")

    answer = in_turn(view)
    request = AsyncRequestFactory().get("/")
    waiting = [asyncio.create_task(answer(request)) for _ in range(5)]
    await asyncio.sleep(0)  # each begins a task,
    await asyncio.sleep(0)  # which takes a place
    refused = await answer(request)
    assert (refused.status_code, refused["Retry-After"]) == (503, "5")
    assert "Please try again in a moment." in refused.content.decode()
    go_on.set()
    assert [(await done).status_code for done in waiting] == [200] * 5
    assert most == 2
    assert (await answer(request)).status_code == 200


async def test_a_request_was_received_before_it_waited_for_its_turn():
    first_is_done, received = asyncio.Event(), []

    async def view(request):
        received.append((received_at(request), timezone.now()))
        await first_is_done.wait()
        return HttpResponse("done")

    answer = in_turn(view)
    waiting = [asyncio.create_task(answer(AsyncRequestFactory().get("/"))) for _ in range(3)]
    await eventually(lambda: len(received) == 2)
    since = timezone.now()
    first_is_done.set()
    await asyncio.gather(*waiting)
    at, turn = received[-1]
    assert at < since < turn


async def test_who_is_turned_away_gets_what_browsers_are_told_to_refuse_too(monkeypatch, settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 31_536_000
    monkeypatch.setattr(middleware, "AT_WORK", 0)
    monkeypatch.setattr(middleware, "WAITING", 0)
    refused = await AsyncClient().get("/", headers={"x-forwarded-proto": "https"})
    assert refused.status_code == 503
    check(refused, "turned away")


async def test_a_request_that_fails_leaves_its_place():
    async def view(_request):
        raise ZeroDivisionError

    broken = in_turn(view)
    for _ in range(10):
        with pytest.raises(ZeroDivisionError):
            await broken(AsyncRequestFactory().get("/"))


class Work:
    """Requests that are at work on threads until they may go on."""

    def __init__(self) -> None:
        self.go_on, self.begun, self.at_work, self.most = threading.Event(), [], 0, 0
        self.answer = in_turn(sync_to_async(self.view, thread_sensitive=False))

    def view(self, request):
        self.begun.append(request.path)
        self.at_work += 1
        self.most = max(self.most, self.at_work)
        self.go_on.wait(PATIENCE)
        self.at_work -= 1
        return HttpResponse("done")

    def ask(self, *paths: str, method: str = "GET") -> list[asyncio.Task]:
        requests = [AsyncRequestFactory().generic(method, path) for path in paths]
        return [asyncio.create_task(self.answer(request)) for request in requests]

    def end(self) -> None:
        self.go_on.set()


@pytest.fixture
def work() -> Iterator[Work]:
    work = Work()
    yield work
    work.end()


async def statuses(tasks: list[asyncio.Task]) -> list[int]:
    return [(await task).status_code for task in tasks]


async def test_a_thread_that_works_on_for_somebody_who_has_hung_up_keeps_its_place(work):
    gone = work.ask("/1", "/2")
    await eventually(lambda: work.at_work == 2)
    for task in gone:
        task.cancel()
    waiting = work.ask("/3", "/4", "/5")
    assert await statuses(work.ask("/6")) == [503]
    # Not even a server that is out of patience ends what a thread still needs: the body, and its database connection.
    for task in gone:
        task.cancel()
    await asyncio.sleep(0)
    assert [task.done() for task in gone] == [False, False]
    assert work.begun == ["/1", "/2"]
    work.end()
    assert await statuses(waiting) == [200] * 3
    # The three may have gone in one after another at the other place.
    assert [type(end) for end in await asyncio.gather(*gone, return_exceptions=True)] == [asyncio.CancelledError] * 2
    assert work.most == 2
    assert await statuses(work.ask("/7")) == [200]


async def test_work_that_nobody_waits_for_any_more_is_not_begun(work):
    at_work = work.ask("/1", "/2")
    await eventually(lambda: work.at_work == 2)
    gone = work.ask("/3", "/4", "/5")
    await asyncio.sleep(0)
    for task in gone:
        task.cancel()
    waiting = work.ask("/6", "/7", "/8")
    work.end()
    assert await statuses([*at_work, *waiting]) == [200] * 5
    assert sorted(work.begun) == ["/1", "/2", "/6", "/7", "/8"]


async def test_signing_in_has_a_place_of_its_own_and_takes_none_of_the_pages(work):
    login = reverse("admin:login")
    signing_in = work.ask(*[login] * 11, method="POST")
    await eventually(lambda: work.begun == [login])
    assert await statuses(work.ask(login, method="POST")) == [503]
    pages = work.ask("/1", login)
    await eventually(lambda: work.at_work == 3)
    assert sorted(work.begun) == sorted([login, "/1", login])
    work.end()
    assert await statuses([*signing_in, *pages]) == [200] * 13
    assert work.most == 3


async def test_whoever_watches_over_the_process_gets_an_answer_however_many_wait():
    async def view(request):
        if request.path == "/":
            await asyncio.Event().wait()
        return HttpResponse("ok")

    answer = in_turn(view)
    waiting = [asyncio.create_task(answer(AsyncRequestFactory().get("/"))) for _ in range(5)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    for path in ("/healthz", "/readyz"):
        assert (await asyncio.wait_for(answer(AsyncRequestFactory().get(path)), PATIENCE)).status_code == 200
    assert (await answer(AsyncRequestFactory().get("/games/"))).status_code == 503
    for one in waiting:
        one.cancel()


def test_a_server_with_workers_of_its_own_is_left_alone():
    def view(_request):
        return HttpResponse("done")

    assert in_turn(view)(RequestFactory().get("/")).content == b"done"


class TestCaching:
    """What belongs to one person is kept by nobody between."""

    @pytest.mark.django_db
    @pytest.mark.parametrize("path", ["/", "/games/", "/name/", "/watch/", "/practice/", "/nowhere", "/new/friend/"])
    def test_pages_are_private(self, client, path):
        assert "private" in client.get(path)["Cache-Control"]

    @pytest.mark.django_db
    def test_what_is_for_everybody_stays_so(self, client):
        assert client.get("/robots.txt")["Cache-Control"] == "public, max-age=86400"
