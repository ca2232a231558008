"""Bounds and checks requests before any page is asked, whichever server takes them in.

Nothing larger than a form is sent here, and a game's file has at most 10,000 bytes. Daphne takes in a whole body before
it asks the application, so there `daphne_http.py` counts; what other servers hand on is counted here as it comes.
"""

from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError

from games.web.middleware import with_headers
from games.web.views import errors

MOST = 64 * 1024  # bytes, as nginx has it in deploy/site.conf
TELLING = (b"accept-language", b"cookie", b"x-forwarded-proto")  # what an answer without a page depends on

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


class Pages(ASGIHandler):
    """Serves the pages. Answers 413 if the announced length, or what comes in chunks, is beyond MOST."""

    request_class = Request

    async def handle(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        came = 0

        async def count() -> dict[str, Any]:
            nonlocal came
            message: dict[str, Any] = await receive()
            came += len(message.get("body", b""))
            if came > MOST:
                raise TooLarge
            return message

        try:
            # Servers have made sure that it is a number.
            if int(dict(scope["headers"]).get(b"content-length", 0)) > MOST:
                raise TooLarge
            await super().handle(scope, count, send)
        except TooLarge:
            await self.send_response(refusal(scope["headers"]), send)

    def create_request(
        self, scope: Mapping[str, Any], body_file: Any
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponse]:
        """Makes the request. Django's own fails at some headers, and answers others without the security headers."""
        try:
            return self.request_class(scope, body_file), None
        except Exception:  # the parsers raise many kinds
            return None, answer(errors.malformed, scope["headers"])
