"""The endpoints for programs that monitor the site, and the permission to read its metrics."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

MONITORED = ("/healthz", "/readyz")  # served even when busy, because a monitor kills a process that does not respond
METRICS = "/metrics"  # served even when busy, to readers with permission


def is_monitor(request: HttpRequest) -> bool:
    """Return whether a request comes from a monitor."""
    return request.path in MONITORED or (request.path == METRICS and may_read(request))


def may_read(request: HttpRequest) -> bool:
    """Return whether a request has the token, or comes from an allowed address without a proxy."""
    token = settings.METRICS_TOKEN
    if token and constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {token}"):
        return True
    return "X-Forwarded-For" not in request.headers and _is_allowed(request.META.get("REMOTE_ADDR", ""))


def _is_allowed(written: str) -> bool:
    try:
        address = ipaddress.ip_address(written)
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in network for network in settings.METRICS_ALLOW)
