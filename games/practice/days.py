"""The day of a visitor. A script writes in a cookie how far their clock is from UTC; without the cookie UTC counts."""

import re
from datetime import date, timedelta

from django.http import HttpRequest
from django.utils import timezone

COOKIE = "zone"  # minutes ahead of UTC, as static/practice/day.js writes it
EARLIEST, LATEST = -12 * 60, 14 * 60  # the earliest and the latest time zone


def today_of(request: HttpRequest) -> date:
    """The day that a visitor's clock shows."""
    written = request.COOKIES.get(COOKIE, "")
    ahead = int(written) if re.fullmatch(r"-?[0-9]{1,3}", written) else 0
    return _day(ahead if EARLIEST <= ahead <= LATEST else 0)


def latest_anywhere() -> date:
    """The day where it is latest."""
    return _day(LATEST)


def _day(ahead: int) -> date:
    return (timezone.now() + timedelta(minutes=ahead)).date()
