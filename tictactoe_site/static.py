"""Static files, served by the process itself where no proxy does."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware

from games.web.middleware import with_headers


class StaticMiddleware(ServeStaticMiddleware):
    """Serves static files with the security headers of every answer. What puts those on pages stands further in, where
    all is one trip to a thread; a file makes no such trip."""

    @staticmethod
    async def aserve(static_file: Any, request: HttpRequest) -> HttpResponseBase:
        response = await ServeStaticMiddleware.aserve(static_file, request)
        return with_headers(lambda _request: response)(request)
