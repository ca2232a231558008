"""Pages for errors: one sentence in the site's own looks, and the way back."""

import sys
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from django.conf import settings
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazily
from django.utils.translation import ngettext

from games.site.limits import TooMany

R = TypeVar("R", bound=HttpResponse)


def error(request: HttpRequest, status: int, sentence: str, detail: str = "") -> HttpResponse:
    return render(request, "site/error.html", {"sentence": sentence, "detail": detail}, status=status)


def post_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Guard an address that only forms reach. Redirects other requests, as by reloading a refusal, to the room or else
    to the home page, and does nothing."""

    @wraps(view)
    def guarded(request: HttpRequest, **arguments: str) -> HttpResponse:
        if request.method == "POST":
            return view(request, **arguments)
        return redirect("games:room", arguments["code"]) if "code" in arguments else redirect("games:home")

    return guarded


def read_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Guard a page that nothing can be sent to."""

    @wraps(view)
    def guarded(request: HttpRequest, **arguments: str) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return view(request, **arguments)
        return error(request, 405, _("Nothing can be sent to this page."))

    return guarded


def later(request: HttpRequest, sentence: str, seconds: int) -> HttpResponse:
    """The answer to too much at once: the reason, and the seconds to wait, if waiting helps."""
    response = error(request, 429, sentence)
    if seconds:
        response["Retry-After"] = str(seconds)
    return response


class TooManyMiddleware(MiddlewareMixin):
    """Answers TooMany, raised by any view, with a page."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return later(request, str(exception), exception.seconds) if isinstance(exception, TooMany) else None


def locked_out(request: HttpRequest, *__: object) -> HttpResponse:
    """The answer to signing in, after too many wrong passwords."""
    wait = settings.AXES_COOLOFF_TIME
    minutes = wait.seconds // 60
    sentence = ngettext(
        "Too many wrong passwords. Wait %(minutes)d minute, then try again.",
        "Too many wrong passwords. Wait %(minutes)d minutes, then try again.",
        minutes,
    )
    return later(request, sentence % {"minutes": minutes}, wait.seconds)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error(request, 400, _("The site could not make sense of that."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error(request, 403, _("You don’t have access to that."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return error(request, 403, _("This page was open for too long. Go back, reload it and try again."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error(request, 404, _("This page doesn’t exist."), _("Perhaps the link lost a letter on the way."))


def server_error(request: HttpRequest) -> HttpResponse:
    """The page for a fault, without context processors, which may be what broke. If the database was locked or
    unreachable for too long, nothing is broken, and the page asks to try again a little later."""
    if isinstance(sys.exception(), OperationalError):
        # A connection made while the database was read-only would stay so.
        if not connection.in_atomic_block:
            connection.close()
        return _come_again(request, lazily("That didn’t go through. Try again."))
    return _plain(request, "500.html", 500)


def busy(request: HttpRequest) -> HttpResponse:
    """The answer if there is no room for more people at this moment."""
    # A line of the log for each of very many would say no more.
    return unlogged(_come_again(request, lazily("Many people are here at once. Please try again in a moment.")))


def malformed(request: HttpRequest) -> HttpResponse:
    """The answer to a request that the server could not read, so that no page was asked."""
    return _plain(request, "400.html", 400)


def too_large(request: HttpRequest) -> HttpResponse:
    """The answer to a request that is longer than a form or a file of this site."""
    return _plain(request, "413.html", 413)


def unlogged(response: R) -> R:
    """Keep Django from adding a line to the log for a response."""
    response._has_been_logged = True  # type: ignore[attr-defined]  # by Django, whose stubs leave it out
    return response


def _come_again(request: HttpRequest, sentence: Promise) -> HttpResponse:
    response = _plain(request, "503.html", 503, sentence=sentence)
    response["Retry-After"] = "5"
    return response


def _plain(request: HttpRequest, template: str, status: int, **context: Promise) -> HttpResponse:
    """A page without context processors, which read the database. Finds out the language itself, because middleware may
    not have run."""
    language = translation.get_language_from_request(request)
    with translation.override(language):
        words = {name: str(sentence) for name, sentence in context.items()}
        return HttpResponse(_rendered(template, language, **words), status=status)


@lru_cache(maxsize=64)
def _rendered(template: str, language: str, **words: str) -> str:
    """The template, rendered once for each language, because some of these pages are asked for very often on the event
    loop."""
    return render_to_string(template, words)
