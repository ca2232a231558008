"""The security headers, on every URL and every kind of response."""

import re
from itertools import product

import pytest
from django.conf import settings as given
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.play.verbs import VERBS
from games.site.preferences import PREFERENCES
from tests.support.addresses import INLINE, PATTERNS, POLICY, ROUTES, Site

pytestmark = pytest.mark.django_db

HEADERS = {
    "Strict-Transport-Security": "max-age=31536000",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
COOKIES = {"sessionid", "csrftoken", "messages", *PREFERENCES}


@pytest.fixture
def secure(settings) -> None:
    """Settings of a site behind a proxy with TLS."""
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


@pytest.fixture
def site(secure, rf) -> Site:
    return Site(rf)


def check(response: HttpResponse, address: str) -> None:
    """Check the headers, the cookies and, in HTML, that nothing is inline."""
    headers, name = response.headers, f"{address} {response.status_code}"
    policy = dict(directive.split(" ", 1) for directive in headers["Content-Security-Policy"].split("; "))
    assert policy == POLICY, name
    # A page with a secret URL sends only its origin as the referrer, even to this site.
    referrer = "strict-origin" if address.lstrip("/").startswith("host/") else "same-origin"
    assert headers.items() >= {*HEADERS.items(), ("Referrer-Policy", referrer)}, name
    denied = headers["Permissions-Policy"]
    assert {"camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()"} <= set(denied.split(", ")), name
    assert denied.count("=") == denied.count("=()"), name
    for cookie, morsel in response.cookies.items():
        assert cookie in COOKIES, name
        if morsel.value:  # otherwise the cookie is being deleted
            assert (morsel["secure"], morsel["httponly"], morsel["samesite"]) == (True, True, "Lax"), (name, cookie)
    if headers.get("Content-Type", "").startswith("text/html"):
        assert not INLINE.findall(response.content.decode()), name


@pytest.mark.slow
def test_every_url_has_the_headers_for_get_and_post(site):
    """One test for all URLs, because creating the data takes as long as the requests."""
    seen = set()
    for route, staff in product(ROUTES, (False, True)):
        address = site.address(route)
        with transaction.atomic():
            for method in ("get", "head", "post", "put"):
                response = getattr(site.browser(staff=staff), method)(address)
                assert response.status_code < 500, f"{method} {address}"
                check(response, address)
                seen.add((staff, method, response.status_code))
            transaction.set_rollback(True)
        cache.clear()  # the limits
    assert {(True, "get", status) for status in (200, 302, 404)} <= seen  # not only refusals


def test_the_walk_visits_pages_of_every_kind():
    names = {pattern.name for _written, pattern in PATTERNS}
    assert {*VERBS, "healthz", "room", "games_game_changelist", "login", "auth_user_change"} <= names


class TestErrors:
    def test_400_for_a_foreign_host(self, site):
        response = site.browser().get("/", headers={"host": "evil.example"})
        assert (response.status_code, "does not go by the name" in response.content.decode()) == (400, True)
        check(response, "a foreign host")

    def test_400_for_a_body_that_is_too_large(self, site, settings):
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
        response = site.browser().post("/name/", {"name": "x" * 100})
        assert response.status_code == 400
        check(response, "too large")

    def test_403_for_a_forged_form(self, site):
        response = site.browser(enforce_csrf_checks=True).post("/new/one-screen/")
        assert (response.status_code, "open for too long" in response.content.decode()) == (403, True)
        check(response, "a form from elsewhere")

    def test_404(self, site):
        for path in ("/nowhere", "/g/../", "/static/nothing.css", "/%00"):
            response = site.browser().get(path)
            assert response.status_code == 404
            check(response, path)

    def test_405_for_other_methods(self, site):
        for method in ("post", "put", "patch", "delete", "options"):
            response = getattr(site.browser(), method)("/games/")
            assert (response.status_code, "Nothing can be sent" in response.content.decode()) == (405, True)
            check(response, method)

    def test_500(self, site, monkeypatch):
        monkeypatch.setattr("games.home.views.start.pending_games_of", lambda *_: 1 / 0)
        response = site.browser().get("/")
        assert (response.status_code, "Your games are safe" in response.content.decode()) == (500, True)
        check(response, "a fault")

    def test_a_redirect_to_https_has_the_headers(self, site):
        response = Client().get("/")
        assert response.status_code == 301
        headers = set(response.headers)
        assert {"Content-Security-Policy", "Permissions-Policy", "X-Content-Type-Options", "X-Frame-Options"} <= headers
        assert "Strict-Transport-Security" not in headers  # browsers ignore it without TLS


def test_every_cookie_is_listed_in_security_md():
    section = (given.BASE_DIR / "SECURITY.md").read_text().partition("## Cookies")[2].partition("## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == COOKIES


def test_preference_and_message_cookies_are_secure_too(site):
    browser = site.browser(staff=True)
    check(browser.post("/prefer/", {"theme": "dark", "language": "ar"}), "/prefer/")
    assert {"theme", "language"} <= set(browser.cookies)
    sent = {"action": "check_rules", "_selected_action": [site.game.pk]}
    response = browser.post(reverse("admin:games_game_changelist"), sent)
    assert response.status_code == 302
    check(response, "a message")
