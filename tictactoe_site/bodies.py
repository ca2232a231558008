"""What a request may be before any page is asked, whichever server it comes to: not too much, and readable.

Nothing here is told by more than a form, and a game's file has at most 10,000 bytes. Daphne takes a body in before it
asks the application, so there `daphne_http.py` counts; what other servers hand on is counted here as it comes.
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
    """A body goes on beyond MOST."""


def answer(view: Callable[[HttpRequest], HttpResponse], headers: Headers) -> HttpResponse:
    """What a view says, asked outside of the application, to whoever sent these headers: in their language."""
    told = [(name, value) for name, value in headers if name in TELLING]
    response = with_headers(view)(ASGIRequest({"method": "POST", "path": "/", "headers": told}, BytesIO()))
    response["Content-Length"] = str(len(response.content))
    return response


def refusal(headers: Headers) -> HttpResponse:
    """The connection ends with it: nobody reads what still comes."""
    response = answer(errors.too_large, headers)
    response["Connection"] = "close"
    return response


class Request(ASGIRequest):
    def parse_file_upload(self, *arguments: Any) -> Any:
        """Python's parser of headers falls over some parameters, which is no fault of the site."""
        try:
            return super().parse_file_upload(*arguments)
        except TypeError as unreadable:
            raise MultiPartParserError(str(unreadable)) from unreadable


class Pages(ASGIHandler):
    """The pages, for whoever sends no more than MOST: 413 for a length beyond it, and once chunks go beyond it."""

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
        """Django's own falls over some headers, and answers others without saying what browsers should refuse."""
        try:
            return self.request_class(scope, body_file), None
        except Exception:  # whatever its parsers make of what somebody has sent
            return None, answer(errors.malformed, scope["headers"])
