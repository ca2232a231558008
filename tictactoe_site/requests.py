"""The layer between any server and Django: bounds on requests, a queue, and threads for pages.

The largest legitimate body is a form with a game's file of at most 10,000 bytes.
"""

import asyncio
import functools
import time
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from io import BytesIO
from typing import Any, Final

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http import HttpRequest, HttpResponse
from django.urls import set_script_prefix
from django.utils import timezone
from django.utils.module_loading import import_string

from games.site import error_pages as errors
from games.site import metrics
from games.site.admission import BoundedQueue, Busy
from games.site.middleware import is_sign_in
from games.site.monitors import is_monitor

MAX_BODY: Final = settings.DATA_UPLOAD_MAX_MEMORY_SIZE  # bytes of a body, the same as nginx's limit in deploy/site.conf
MAX_AT_WORK = 8  # concurrent requests, each on its own thread with its own database connection
MAX_WAITING = 200  # requests waiting for a thread: a few seconds of work
# Checking a password takes a third of a second of CPU, so sign-ins have their own queue and can't block pages.
MAX_SIGN_INS_AT_WORK = 1
MAX_SIGN_INS_WAITING = 10
# The request headers on which responses outside Django depend.
PASSED_HEADERS = (b"accept-language", b"cookie", b"x-forwarded-proto")

Headers = Iterable[tuple[bytes, bytes]]
View = Callable[[HttpRequest], HttpResponse]


class TooLarge(Exception):
    """A body is longer than MAX_BODY."""


class Handler(BaseHandler):
    """Django's request handling in one call on one thread, like its WSGIHandler.

    For each request, Django's ASGIHandler makes three thread calls and two tasks, which cost a quarter of a page.
    It also renders error pages on threads that do not return their database connection to the pool.
    """

    def __init__(self) -> None:
        self.load_middleware()

    def __call__(self, request: ASGIRequest) -> HttpResponse:
        set_script_prefix(get_script_prefix(request.scope))
        request_started.send(sender=type(self), scope=request.scope)
        response = self.get_response(request)
        assert isinstance(response, HttpResponse), "responses can't stream"
        response.close()  # frees the thread's database connection
        return response


class Queue:
    """Runs a few requests at a time, each on a thread, and lets a limited number wait."""

    def __init__(self, name: str, at_work: int, waiting: int) -> None:
        self.places = BoundedQueue(name, at_work + waiting)
        self.threads: asyncio.LifoQueue[ThreadPoolExecutor] = asyncio.LifoQueue()
        for _ in range(at_work):
            self.threads.put_nowait(ThreadPoolExecutor(max_workers=1, thread_name_prefix=name))

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[ThreadPoolExecutor]:
        """Wait for a thread and hold it. Raises Busy immediately if too many requests wait."""
        with self.places.place():
            thread = await self.threads.get()
            try:
                yield thread
            finally:
                self.threads.put_nowait(thread)


class Requests:
    """ASGI application for Django's handler. Answers 413, 400 and 503 itself, without a thread."""

    def __init__(self, handler: Callable[[ASGIRequest], HttpResponse]) -> None:
        self.handle = sync_to_async(handler)
        self.pages = Queue("pages", MAX_AT_WORK, MAX_WAITING)
        self.signing_in = Queue("signing-in", MAX_SIGN_INS_AT_WORK, MAX_SIGN_INS_WAITING)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        scope = {**scope, "received_at": timezone.now()}
        try:
            body = await read_body(scope, receive)
            request = ASGIRequest(scope, BytesIO(body))
        except RequestAborted:
            return
        except TooLarge:
            response: HttpResponse | None = answer(errors.too_large, scope["headers"])
        except Exception:  # Python's header parsers raise many kinds of exceptions
            response = answer(errors.malformed, scope["headers"])
        else:
            if is_monitor(request):
                async with ThreadSensitiveContext():  # a thread of its own, outside the queues
                    response = await self.handle(request)
            else:
                response = await self.handle_in_turn(request, receive)
        if response is not None:
            await send(start_of(response))
            await send({"type": "http.response.body", "body": response.content})

    async def handle_in_turn(self, request: ASGIRequest, receive: Any) -> HttpResponse | None:
        """Return the response, or None if the client has disconnected while it waited."""
        begun = time.perf_counter()
        queue = self.signing_in if is_sign_in(request) else self.pages
        gone = asyncio.ensure_future(receive())
        try:
            async with queue.turn() as thread:
                if gone.done():
                    return None
                async with ThreadSensitiveContext(executor=thread):
                    response = await self.handle(request)
        except Busy:
            response = answer(errors.busy, request.scope["headers"])
        finally:
            gone.cancel()
        metrics.REQUEST_SECONDS.labels(f"{response.status_code // 100}xx").observe(time.perf_counter() - begun)
        return response


async def read_body(scope: Any, receive: Any) -> bytes:
    """Return the body of a request. Raises TooLarge beyond MAX_BODY, RequestAborted if the client disconnects."""
    # The server has checked that this is a number.
    if int(dict(scope["headers"]).get(b"content-length", 0)) > MAX_BODY:
        raise TooLarge
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestAborted
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MAX_BODY:
            raise TooLarge
    return body


def answer(view: View, headers: Headers) -> HttpResponse:
    """Return the response of a view called outside Django, for these request headers, with the security headers."""
    sent = [(name, value) for name, value in headers if name in PASSED_HEADERS]
    with_headers = functools.reduce(lambda inner, name: import_string(name)(inner), settings.HEADERS[::-1], view)
    response = with_headers(ASGIRequest({"method": "POST", "path": "/", "headers": sent}, BytesIO()))
    response["Content-Length"] = str(len(response.content))
    response["Connection"] = "close"  # the rest of the request is not read
    return response


def start_of(response: HttpResponse) -> dict[str, Any]:
    """Return the ASGI message with the status and headers of a response."""
    headers = [*response.items(), *(("Set-Cookie", cookie.OutputString()) for cookie in response.cookies.values())]
    encoded = [(name.encode("ascii"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http.response.start", "status": response.status_code, "headers": encoded}
