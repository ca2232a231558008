"""Clocks: the time left, and the line that shows it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final, Self

from django.utils import timezone

LINE: Final = 250  # the length of the drawn line when all time is left


def seconds_until(moment: datetime) -> int:
    """Return the seconds until a moment, rounded up, 0 if it has passed."""
    return max(0, ceil((moment - timezone.now()).total_seconds()))


@dataclass(frozen=True)
class Clock:
    """A countdown to `moment`, a Unix time: the `seconds` left of `total`, and the `length` of the line of `whole`."""

    seconds: int
    total: int
    moment: str
    length: int
    whole: int = LINE

    @classmethod
    def until(cls, moment: datetime, whole: timedelta) -> Self:
        left, seconds = seconds_until(moment), round(whole.total_seconds())
        return cls(left, seconds, f"{moment.timestamp():.3f}", round(LINE * min(left / seconds, 1)))
