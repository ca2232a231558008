"""Middleware that every request passes through."""

from collections.abc import Callable
from datetime import datetime

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.middleware.locale import LocaleMiddleware
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

from games.site.error_pages import malformed
from games.site.monitors import is_monitor
from games.site.preferences import preferences
from games.site.speech import Speech, speaking


def is_sign_in(request: HttpRequest) -> bool:
    """Return whether a request carries an administrator's password."""
    return request.method == "POST" and request.path == reverse("admin:login")


def received_at(request: HttpRequest) -> datetime:
    """Return when the server received a request, before queueing it."""
    return getattr(request, "scope", {}).get("received_at") or timezone.now()


def readable_forms(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 400 instead of 500 if a form's headers crash Python's parser."""

    def answer(request: HttpRequest) -> HttpResponse:
        try:
            request.POST  # noqa: B018
        except TypeError:
            return malformed(request)
        return get_response(request)

    return answer


def speech_of_request(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Use the sender's chosen Speech for the request."""

    def answer(request: HttpRequest) -> HttpResponse:
        with speaking(Speech.of(preferences(request.COOKIES))):
            return get_response(request)

    return answer


class HostMiddleware(CommonMiddleware):
    """Rejects requests for other hosts, as Django does, except from monitors, which may use any address."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        try:
            return None if is_monitor(request) else super().process_request(request)
        except DisallowedHost:
            host = request.META.get("HTTP_HOST", "")
            raise DisallowedHost(
                f"{host!r} is not one of this site's addresses: set PUBLIC_URL to the one that people open, or add it "
                "to ALLOWED_HOSTS."
            ) from None


class PrivateMiddleware(MiddlewareMixin):
    """Keeps proxies from storing pages, which are personal, unless a view says otherwise."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True)
        return response


class LanguageMiddleware(LocaleMiddleware):
    """Sets the language as Django does, except that responses which proxies may cache for everyone do not vary by
    language, so that proxies keep one copy."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        for_everybody = "public" in response.get("Cache-Control", "")
        return response if for_everybody else super().process_response(request, response)
