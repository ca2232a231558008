"""URLs that people share, and their QR codes."""

from functools import lru_cache
from urllib.parse import urlencode, urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

# The length, in characters, of the longest path and query that the site makes. Proxies accept URLs of 8,192 bytes.
# Daphne accepts twice that for a whole request, which may repeat the URL as Referer.
LONGEST_URL = 6_000
QR_CODES_CACHED = 256  # one for each tournament, about 4 KB of memory each
LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def with_query(path: str, query: dict[str, str] | list[tuple[str, str]]) -> str:
    return f"{path}?{urlencode(query)}" if query else path


def for_others(request: HttpRequest, path: str) -> str:
    """Return the full URL of a path, for use on another machine: at PUBLIC_URL if set; else, if the request came by a
    loopback name, at the address on the local network; else at the host of the request."""
    if settings.PUBLIC_URL:
        return settings.PUBLIC_URL + path
    if settings.LAN_ORIGIN and urlsplit(f"//{request.get_host()}").hostname in LOOPBACK:
        return settings.LAN_ORIGIN + path
    return request.build_absolute_uri(path)


def without_scheme(address: str) -> str:
    """Return a URL for people to type from a big screen or a blackboard, without the scheme and the trailing slash."""
    return address.partition("://")[2].rstrip("/")


def qr_code(address: str) -> SafeString:
    """Return the QR code of a URL as inline SVG, dark on white in both themes, which screen readers skip."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(border=4, dark="#22262e", light="#fff", svgclass="qr", lineclass=None, omitsize=True)
    return mark_safe(svg.replace("<svg", '<svg aria-hidden="true"', 1))


# For public URLs. Computing a code takes longer than the rest of a big screen's page.
cached_qr_code = lru_cache(maxsize=QR_CODES_CACHED)(qr_code)
