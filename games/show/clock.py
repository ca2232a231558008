"""Clocks as pages show them: how much is left, and the line that shows it."""

from datetime import datetime
from math import ceil
from typing import Final

from django.utils import timezone

LINE: Final = 250  # the length of the whole line, as its drawing has it


def seconds_until(moment: datetime) -> int:
    """Whole seconds left, 0 when the moment is past."""
    return max(0, ceil((moment - timezone.now()).total_seconds()))


def as_clock(seconds: int) -> str:
    """Minutes and seconds: "8:42"."""
    return f"{seconds // 60}:{seconds % 60:02}"
