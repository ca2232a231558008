"""Static files, served by the process itself where no proxy does."""

from operator import attrgetter
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware

from games.web.middleware import with_headers

_with_headers = with_headers(attrgetter("served"))  # made once, and not for each of the files that a page brings


class StaticMiddleware(ServeStaticMiddleware):
    """Serves static files with the security headers of every answer. What puts those on pages stands further in, where
    all is one trip to a thread; a file makes no such trip."""

    @staticmethod
    async def aserve(static_file: Any, request: Any) -> HttpResponseBase:
        # The library would start a thread for each file. Ours are small, and in memory once they were asked for.
        found = static_file.get_response(request.method, request.META)
        request.served = HttpResponse(status=found.status)
        if found.file:
            with found.file as file:
                request.served.content = file.read()
        del request.served["Content-Type"]
        for name, value in found.headers:
            if value is not None:
                request.served[name] = value
        return _with_headers(request)
