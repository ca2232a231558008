"""Static files, served by the process unless a proxy does."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.http import HttpResponse
from servestatic import ServeStaticASGI

from tictactoe_site.requests import answer


def with_static_files(application: Any) -> Any:
    """Return an application that also serves static files, with the site's security headers."""
    if settings.DEBUG:
        return ASGIStaticFilesHandler(application)
    secure = answer(lambda _request: HttpResponse(), [(b"x-forwarded-proto", b"https")])
    for name in ("Connection", "Content-Length", "Content-Type"):
        del secure[name]

    def add_headers(headers: Any, _path: str, _url: str) -> None:
        for name, value in secure.items():
            headers[name] = value

    root, prefix = settings.STATIC_ROOT, settings.STATIC_URL
    if not Path(root).is_dir():  # a proxy serves the files, or `collectstatic` has not run
        return application
    return ServeStaticASGI(application, root=root, prefix=prefix, add_headers_function=add_headers)
