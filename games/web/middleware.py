"""Middleware, which every request passes through."""

import asyncio
import functools
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, TypeVar

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.middleware.locale import LocaleMiddleware
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin
from django.utils.module_loading import import_string

from games import metrics
from games.live.admission import Busy, Places
from games.web.views.errors import busy
from games.web.views.metrics import may_read

T = TypeVar("T")

AT_WORK = 8  # requests, each in a thread with a database connection of its own
WAITING = 200  # requests that wait for that: some seconds of work
# Checking a password takes a core a third of a second, and many tries must not take the places of pages.
SIGNING_IN = 1
WAITING_TO_SIGN_IN = 10
WATCHED = ("/healthz", "/readyz")  # asked by monitors, which would end a busy process that does not answer
METRICS = "/metrics"  # the same, for who may read them

Answer = Callable[[HttpRequest], Coroutine[Any, Any, HttpResponse]]


def watches(request: HttpRequest) -> bool:
    """Whether a request comes from a monitor."""
    return request.path in WATCHED or (request.path == METRICS and may_read(request))


class Queue:
    """A few requests at work at a time, and a limited number that wait for their turn."""

    def __init__(self, name: str, at_work: int, waiting: int) -> None:
        self.places, self.workers = Places(name, at_work + waiting), asyncio.Semaphore(at_work)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Waits for a turn. Raises Busy at once if too many wait. A request that is cancelled while it waits just
        leaves."""
        with self.places.one():
            async with self.workers:
                yield


@sync_and_async_middleware
def in_turn(get_response: Answer) -> Answer:
    """Serves a few requests at a time and lets a limited number wait. The others get a clear 503 at once."""
    if not iscoroutinefunction(get_response):  # a server that is not ours, with workers of its own
        return get_response
    pages, signing_in = Queue("pages", AT_WORK, WAITING), Queue("signing-in", SIGNING_IN, WAITING_TO_SIGN_IN)
    turn_away = with_headers(busy)

    async def answer(request: HttpRequest) -> HttpResponse:
        if watches(request):
            return await get_response(request)
        request.received_at, begun = timezone.now(), time.perf_counter()  # type: ignore[attr-defined]
        response = await take_turn(request)
        metrics.REQUEST_SECONDS.labels(f"{response.status_code // 100}xx").observe(time.perf_counter() - begun)
        return response

    async def take_turn(request: HttpRequest) -> HttpResponse:
        queue = signing_in if request.method == "POST" and request.path == reverse("admin:login") else pages
        try:
            async with queue.turn():
                return await to_its_end(get_response(request))
        except Busy:
            return turn_away(request)

    return answer


def received_at(request: HttpRequest) -> datetime:
    """When the server received a request: before it waited for its turn."""
    return getattr(request, "received_at", None) or timezone.now()


async def to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """The result of work. Its waiter may be cancelled, as when somebody hangs up, but only after the work is done:
    until then its threads hold parts of the request and of the database."""
    task, hung_up = asyncio.create_task(work), None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as cancelled:
            hung_up = cancelled
    if hung_up:
        task.cancelled() or task.exception()  # which nobody is left to be told of
        raise hung_up
    return task.result()


def with_headers(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The view with the security headers of every answer, for views called outside the middleware."""
    return functools.reduce(lambda inner, name: import_string(name)(inner), settings.HEADERS[::-1], view)


class HostMiddleware(CommonMiddleware):
    """Refuses requests for other hosts, as Django does, except those of monitors, which ask the process by any
    address."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        return None if watches(request) else super().process_request(request)


class PrivateMiddleware(MiddlewareMixin):
    """Keeps proxies from storing pages, each of which is made for one person, unless a view says otherwise."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True)
        return response


class LanguageMiddleware(LocaleMiddleware):
    """Sets the language as Django does, except for answers that proxies may keep for everybody. They are in no
    language, so that proxies keep one copy and not one for each way in which browsers write their languages."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        for_everybody = "public" in response.get("Cache-Control", "")
        return response if for_everybody else super().process_response(request, response)
