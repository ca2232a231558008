"""What every request passes through."""

import asyncio
import functools
from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.common import CommonMiddleware
from django.utils.decorators import sync_and_async_middleware
from django.utils.module_loading import import_string

from games.overload import Busy, Places
from games.views.errors import busy

AT_WORK = 8  # requests, each in a thread with a database connection of its own
WAITING = 200  # requests that wait for that: some seconds of work
WATCHED = ("/healthz", "/readyz")  # asked by whatever would end a process that does not answer, however busy

Answer = Callable[[HttpRequest], Awaitable[HttpResponse]]


@sync_and_async_middleware
def in_turn(get_response: Answer) -> Answer:
    """A few requests at a time, and a limited number that wait; what comes beyond gets a clear 503 at once."""
    if not iscoroutinefunction(get_response):  # a server that is not ours, with workers of its own
        return get_response
    places, workers = Places(AT_WORK + WAITING), asyncio.Semaphore(AT_WORK)
    # Nothing further in is asked, so what every answer tells browsers to refuse is put on here.
    turn_away = functools.reduce(lambda inner, name: import_string(name)(inner), settings.HEADERS[::-1], busy)

    async def work(request: HttpRequest) -> HttpResponse:
        with places.one():
            async with workers:
                return await get_response(request)

    async def answer(request: HttpRequest) -> HttpResponse:
        if request.path in WATCHED:
            return await get_response(request)
        # Shielded: whoever hangs up leaves a thread at work, and its place is taken until that has done.
        working = asyncio.create_task(work(request))
        working.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(working)
        except Busy:
            return turn_away(request)

    return answer


class HostMiddleware(CommonMiddleware):
    """Django's, which refuses requests for other hosts; but whoever watches over the process, and asks it by whichever
    address it has there, is answered."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        return None if request.path in WATCHED else super().process_request(request)
