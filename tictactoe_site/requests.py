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
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.module_loading import import_string

from games.site import error_pages as errors
from games.site import metrics
from games.site.admission import BoundedQueue, Busy
from games.site.middleware import is_monitor, is_sign_in

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


class Handler(ASGIHandler):
    """Django's handler, except that a request runs in one thread call, as under WSGI.

    Django's own middleware chain makes about twenty calls, and renders error pages on threads that do not return their
    database connection to the pool.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response)(request)


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
    """ASGI middleware around Django's handler. Answers 413, 400 and 503 itself, without a thread."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.pages = Queue("pages", MAX_AT_WORK, MAX_WAITING)
        self.signing_in = Queue("signing-in", MAX_SIGN_INS_AT_WORK, MAX_SIGN_INS_WAITING)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        begun, received_at = time.perf_counter(), timezone.now()
        try:
            body = await read_body(scope, receive)
            request = ASGIRequest(scope, BytesIO())
        except RequestAborted:
            return
        except TooLarge:
            await reply(errors.too_large, scope, send)
            return
        except Exception:  # Python's header parsers raise many kinds of exceptions
            await reply(errors.malformed, scope, send)
            return
        if is_monitor(request):
            await self.application(scope, replay(body), send)  # on its own thread, outside the queues
            return

        async def timed(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                status = f"{message['status'] // 100}xx"
                metrics.REQUEST_SECONDS.labels(status).observe(time.perf_counter() - begun)
            await send(message)

        queue = self.signing_in if is_sign_in(request) else self.pages
        gone = asyncio.ensure_future(receive())
        try:
            async with queue.turn() as thread:
                if not gone.done():  # else the client has disconnected while waiting
                    async with ThreadSensitiveContext(executor=thread):
                        await self.application({**scope, "received_at": received_at}, replay(body), timed)
        except Busy:
            await reply(errors.busy, scope, timed)
        finally:
            gone.cancel()


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


def replay(body: bytes) -> Callable[[], Any]:
    """Return a `receive` that delivers the body and never a disconnect.

    On a disconnect, Django would close the body while a thread reads it.
    """
    messages = [{"type": "http.request", "body": body}]

    async def receive() -> Any:
        return messages.pop() if messages else await asyncio.Event().wait()

    return receive


async def reply(view: View, scope: Any, send: Any) -> None:
    """Send the response of a view called outside Django."""
    response = answer(view, scope["headers"])
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers_of(response)})
    await send({"type": "http.response.body", "body": response.content})


def answer(view: View, headers: Headers) -> HttpResponse:
    """Return the response of a view called outside Django, for these request headers, with the security headers."""
    sent = [(name, value) for name, value in headers if name in PASSED_HEADERS]
    with_headers = functools.reduce(lambda inner, name: import_string(name)(inner), settings.HEADERS[::-1], view)
    response = with_headers(ASGIRequest({"method": "POST", "path": "/", "headers": sent}, BytesIO()))
    response["Content-Length"] = str(len(response.content))
    response["Connection"] = "close"  # the rest of the request is not read
    return response


def headers_of(response: HttpResponse) -> list[tuple[bytes, bytes]]:
    return [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
