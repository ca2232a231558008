"""Addresses that people pass on."""

from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def invite_url(request: HttpRequest, code: str) -> str:
    """The address of a room that a friend can open.

    PUBLIC_URL where there is one; the address in the local network where the site was opened by a loopback name,
    which means nothing on the friend's machine; else the address the site was opened by.
    """
    path = reverse("games:room", args=[code])
    if settings.PUBLIC_URL:
        return settings.PUBLIC_URL + path
    if settings.LAN_ORIGIN and urlsplit(f"//{request.get_host()}").hostname in LOOPBACK:
        return settings.LAN_ORIGIN + path
    return request.build_absolute_uri(path)


def qr_code(address: str) -> SafeString:
    """An address for a phone's camera: inline SVG, dark on white in both themes, with the quiet border it needs."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(
        code.svg_inline(border=4, dark="#22262e", light="#fff", svgclass="qr", lineclass=None, omitsize=True)
    )
