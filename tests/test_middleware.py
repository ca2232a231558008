"""How many requests are at work at once, how many wait, and what the rest are told."""

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async
from django.http import HttpResponse
from django.test import AsyncClient, AsyncRequestFactory, RequestFactory

from games import middleware
from games.middleware import in_turn
from tests.test_headers import check
from tests.waiting import PATIENCE


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


async def test_a_thread_that_works_on_for_somebody_who_has_hung_up_keeps_its_place():
    go_on, at_work, most = threading.Event(), 0, 0

    def view(_request):
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        go_on.wait(10)
        at_work -= 1
        return HttpResponse("done")

    answer = in_turn(sync_to_async(view, thread_sensitive=False))
    request = AsyncRequestFactory().get("/")
    for _ in range(5):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(answer(request), 0.05)
    assert (await answer(request)).status_code == 503
    go_on.set()
    assert (await answer(request)).status_code in (200, 503)
    assert most == 2


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
