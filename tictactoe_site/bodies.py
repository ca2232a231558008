"""Bounds and checks requests before any page is asked, whichever server takes them in, and gives them threads.

Nothing larger than a form is sent here, and a game's file has at most 10,000 bytes. Daphne takes in a whole body before
it asks the application, so there `daphne_http.py` counts; what other servers hand on is counted here as it comes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import ThreadSensitiveContext
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connections
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from games.web.middleware import AT_WORK, METRICS, SIGNING_IN, WATCHED, with_headers
from games.web.views import errors

MOST = 64 * 1024  # bytes, as nginx has it in deploy/site.conf
TELLING = (b"accept-language", b"cookie", b"x-forwarded-proto")  # what an answer without a page depends on

P = ParamSpec("P")
T = TypeVar("T")
Headers = Iterable[tuple[bytes, bytes]]


class TooLarge(Exception):
    """A body is longer than MOST."""


def answer(view: Callable[[HttpRequest], HttpResponse], headers: Headers) -> HttpResponse:
    """Asks a view outside of the application, for a request with these headers: it answers in their language."""
    told = [(name, value) for name, value in headers if name in TELLING]
    response = with_headers(view)(ASGIRequest({"method": "POST", "path": "/", "headers": told}, BytesIO()))
    response["Content-Length"] = str(len(response.content))
    return response


def refusal(headers: Headers) -> HttpResponse:
    """Says that a request was too large, and ends the connection, since what still comes is not read."""
    response = answer(errors.too_large, headers)
    response["Connection"] = "close"
    return response


class Request(ASGIRequest):
    def parse_file_upload(self, *arguments: Any) -> Any:
        """Raises MultiPartParserError where Python's parser of headers fails, which is no fault of the site."""
        try:
            return super().parse_file_upload(*arguments)
        except TypeError as unreadable:
            raise MultiPartParserError(str(unreadable)) from unreadable


class Threads(ThreadPoolExecutor):
    """Threads that keep their connections to the database, and look after them before and after each piece of work. To
    make a thread and a connection anew for each request costs as much as some pages.

    A ThreadSensitiveContext asks for an executor of one thread, so that the trips of a request meet what earlier ones
    left there. Several do here because a page is one trip: nothing of a thread, such as a connection or a transaction,
    may go from one trip to another, so nothing may be streamed that still reads the database.
    """

    def submit(self, work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> "Future[T]":
        return super().submit(_connected(work), *arguments, **named)


def _connected(work: Callable[P, T]) -> Callable[P, T]:
    def run(*arguments: P.args, **named: P.kwargs) -> T:
        close_old_connections()
        try:
            return work(*arguments, **named)
        finally:
            for connection in connections.all(initialized_only=True):
                if connection.errors_occurred:  # of SQLite Django finds every connection usable, but a new one is sure
                    connection.close()
            close_old_connections()

    return run


_threads = Threads(max_workers=AT_WORK + SIGNING_IN, thread_name_prefix="pages")  # for the requests at work
# Apart from each other, too: however many of one kind wait for a database that hangs, the process shows that it lives.
_monitors = {path: Threads(max_workers=4, thread_name_prefix=path) for path in (*WATCHED, METRICS)}


def _bounded(receive: Callable[[], Awaitable[dict[str, Any]]]) -> Callable[[], Awaitable[dict[str, Any]]]:
    """Hands on what comes of a body. Raises TooLarge beyond MOST."""
    came = 0

    async def count() -> dict[str, Any]:
        nonlocal came
        message = await receive()
        came += len(message.get("body", b""))
        if came > MOST:
            raise TooLarge
        return message

    return count


class Pages(ASGIHandler):
    """Serves the pages. Answers 413 if the announced length, or what comes in chunks, is beyond MOST."""

    request_class = Request

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async with ThreadSensitiveContext(executor=_monitors.get(scope["path"], _threads)):
            await super().__call__(scope, receive, send)

    def load_middleware(self, is_async: bool = False) -> None:
        """Lets all that is synchronous follow one another on one trip to a thread. Django's own handler makes a trip
        for each step of each middleware, some twenty, which cost more than the steps."""
        super().load_middleware(is_async=False)
        # The first of them is asynchronous, so Django has wrapped it.
        self._middleware_chain: Any = self._middleware_chain.awaitable

    async def handle(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answers a request; nobody if they have hung up. Django's own handler makes two trips to threads more, before
        and after a page or file, to look after connections, which `Threads` does here."""
        try:
            # Servers have made sure that it is a number.
            if int(dict(scope["headers"]).get(b"content-length", 0)) > MOST:
                raise TooLarge
            body = await self.read_body(_bounded(receive))
        except RequestAborted:
            return
        except TooLarge:
            await self.send_response(refusal(scope["headers"]), send)
            return
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        with body:
            request, refused = self.create_request(scope, body)
            response: HttpResponseBase | None = refused
            if request:
                response = await self._answer(request, receive, send)
            elif refused:
                await self.send_response(refused, send)
            if response is None:
                request_finished.send(sender=type(self))
            else:
                response.close()  # which tells that the request is finished, too

    async def _answer(self, request: ASGIRequest, receive: Any, send: Any) -> HttpResponseBase | None:
        """Answers a request, and returns the answer; None if they hung up before it was there."""

        async def answer() -> HttpResponseBase:
            response: HttpResponseBase = await self.run_get_response(request)
            with suppress(asyncio.CancelledError):  # hung up while it is sent
                await self.send_response(response, send)
            return response

        tasks = asyncio.create_task(answer()), asyncio.create_task(self.listen_for_disconnect(receive))
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        response, heard = await asyncio.gather(*tasks, return_exceptions=True)
        for failed in (response, heard):
            if isinstance(failed, Exception) and not isinstance(failed, RequestAborted):
                raise failed
        return None if isinstance(response, BaseException) else response

    def create_request(
        self, scope: Mapping[str, Any], body_file: Any
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponse]:
        """Makes the request. Django's own fails at some headers, and answers others without the security headers."""
        try:
            return self.request_class(scope, body_file), None
        except Exception:  # the parsers raise many kinds
            return None, answer(errors.malformed, scope["headers"])
