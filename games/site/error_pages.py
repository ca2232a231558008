"""Pages for errors: one sentence in the site's design, and a way back."""

import sys
from collections.abc import Callable
from functools import lru_cache, wraps

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.site.limits import TooMany
from games.site.refusals import Blocked, Reason


def error(request: HttpRequest, status: int, sentence: str, detail: str = "") -> HttpResponse:
    return render(request, "site/error.html", {"sentence": sentence, "detail": detail}, status=status)


def post_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view for POST only. Other requests, such as the reload of an error page, are redirected to the room or
    the home page."""

    @wraps(view)
    def guarded(request: HttpRequest, **arguments: str) -> HttpResponse:
        if request.method == "POST":
            return view(request, **arguments)
        return redirect("games:room", arguments["code"]) if "code" in arguments else redirect("games:home")

    return guarded


def read_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view for GET and HEAD only. Other requests get a page with status 405."""

    @wraps(view)
    def guarded(request: HttpRequest, **arguments: str) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return view(request, **arguments)
        return error(request, 405, _("Nothing can be sent to this page."))

    return guarded


def too_many_requests(request: HttpRequest, sentence: str, seconds: int) -> HttpResponse:
    """Return a 429 response with the reason, and Retry-After if waiting helps."""
    response = error(request, 429, sentence)
    if seconds:
        response["Retry-After"] = str(seconds)
    return response


class RefusingMiddleware(MiddlewareMixin):
    """Turns TooMany, raised by any view, into a 429 response, and Blocked into a 403 response."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, TooMany):
            return too_many_requests(request, str(exception), exception.seconds)
        return error(request, 403, str(Reason.BLOCKED.label)) if isinstance(exception, Blocked) else None


def locked_out(request: HttpRequest, *__: object) -> HttpResponse:
    """Return the response to a sign-in after too many wrong passwords."""
    wait = settings.AXES_COOLOFF_TIME
    minutes = wait.seconds // 60
    sentence = ngettext(
        "Too many wrong passwords. Wait %(minutes)d minute, then try again.",
        "Too many wrong passwords. Wait %(minutes)d minutes, then try again.",
        minutes,
    )
    return too_many_requests(request, sentence % {"minutes": minutes}, wait.seconds)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, DisallowedHost):
        detail = _("If you run the site, set PUBLIC_URL to the address that people open.")
        return error(request, 400, _("This site does not go by the name in the address."), detail)
    return error(request, 400, _("The site could not make sense of that."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error(request, 403, _("You don’t have access to that."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return error(request, 403, _("This page has been open for too long. Go back, reload it and try again."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error(request, 404, _("This page doesn’t exist."), _("Perhaps the link lost a letter on the way."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page for an internal error, or a 503 page if the database was locked or unreachable. Avoids context
    processors, one of which may have failed."""
    if isinstance(sys.exception(), OperationalError):
        # A connection that was opened while the database was read-only stays read-only.
        if not connection.in_atomic_block:
            connection.close()
        return _unavailable(request, gettext_lazy("That didn’t go through. Try again."))
    return _plain(request, "500.html", 500)


def busy(request: HttpRequest) -> HttpResponse:
    """Return the response during an overload."""
    # A log line for each request would add nothing.
    return unlogged(_unavailable(request, gettext_lazy("Many people are here at once. Please try again in a moment.")))


def malformed(request: HttpRequest) -> HttpResponse:
    """Return the response to a malformed request that reached no view."""
    return _plain(request, "400.html", 400)


def too_large(request: HttpRequest) -> HttpResponse:
    """Return the response to a request larger than any form or file of this site."""
    return _plain(request, "413.html", 413)


def unlogged(response: HttpResponse) -> HttpResponse:
    """Keep Django from logging a response."""
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django's, but missing in its stubs
    return response


def _unavailable(request: HttpRequest, sentence: Promise) -> HttpResponse:
    response = _plain(request, "503.html", 503, sentence=sentence)
    response["Retry-After"] = "5"
    return response


def _plain(request: HttpRequest, template: str, status: int, **context: Promise) -> HttpResponse:
    """Render a page without context processors, which read the database, in the language of the request, which
    middleware may not have set."""
    language = translation.get_language_from_request(request)
    with translation.override(language):
        words = {name: str(sentence) for name, sentence in context.items()}
        return HttpResponse(_rendered(template, language, **words), status=status)


@lru_cache(maxsize=64)
def _rendered(template: str, language: str, **words: str) -> str:
    """Render a template. Cached, because the event loop itself may serve some of these pages very often."""
    return render_to_string(template, words)
