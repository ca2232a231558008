"""Clocks: the time left, and the line that shows it."""

from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final

from django.utils import timezone

LINE: Final = 250  # the length of the drawn line when all time is left


def seconds_until(moment: datetime) -> int:
    """Return the seconds until a moment, rounded up, 0 if it has passed."""
    return max(0, ceil((moment - timezone.now()).total_seconds()))


def clock_until(moment: datetime, whole: timedelta) -> dict[str, Any]:
    """Return a countdown to a moment: the `seconds` left of `total`, the `moment` as a Unix time, and the `length` of
    the line that is left of its `whole`."""
    left, seconds = seconds_until(moment), round(whole.total_seconds())
    length = round(LINE * min(left / seconds, 1))
    return {"seconds": left, "total": seconds, "moment": f"{moment.timestamp():.3f}", "length": length, "whole": LINE}
