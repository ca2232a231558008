"""The visitor's date. A script stores the offset of the visitor's clock in a cookie; without it, UTC is used."""

import re
from datetime import date, timedelta

from django.http import HttpRequest
from django.utils import timezone

COOKIE = "zone"  # minutes ahead of UTC, as static/practice/day.js writes it
EARLIEST, LATEST = -12 * 60, 14 * 60  # the time zones furthest from UTC


def today_of(request: HttpRequest) -> date:
    """Return the date on a visitor's clock."""
    written = request.COOKIES.get(COOKIE, "")
    ahead = int(written) if re.fullmatch(r"-?[0-9]{1,3}", written) else 0
    return _day(ahead if EARLIEST <= ahead <= LATEST else 0)


def latest_anywhere() -> date:
    """Return the date in the time zone furthest ahead of UTC."""
    return _day(LATEST)


def _day(ahead: int) -> date:
    return (timezone.now() + timedelta(minutes=ahead)).date()
