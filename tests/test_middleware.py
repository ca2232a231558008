"""How many requests are at work at once, how many wait, and what the rest are told."""

import asyncio

import pytest
from django.http import HttpResponse
from django.test import AsyncRequestFactory, RequestFactory

from games import middleware
from games.middleware import in_turn


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
    await asyncio.sleep(0)
    refused = await answer(request)
    assert (refused.status_code, refused["Retry-After"]) == (503, "5")
    assert "Please try again in a moment." in refused.content.decode()
    go_on.set()
    assert [(await done).status_code for done in waiting] == [200] * 5
    assert most == 2
    assert (await answer(request)).status_code == 200


async def test_a_request_that_fails_or_is_given_up_leaves_its_place():
    async def view(_request):
        raise ZeroDivisionError

    async def endless(_request):
        await asyncio.Event().wait()

    for broken in (in_turn(view), in_turn(endless)):
        for _ in range(10):
            with pytest.raises((ZeroDivisionError, TimeoutError)):
                await asyncio.wait_for(broken(AsyncRequestFactory().get("/")), 0.01)


def test_a_server_with_workers_of_its_own_is_left_alone():
    def view(_request):
        return HttpResponse("done")

    assert in_turn(view)(RequestFactory().get("/")).content == b"done"
