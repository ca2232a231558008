"""The clock of a move: how much is left, and the line that shows it."""

from datetime import datetime
from math import ceil
from typing import Final

from django.utils import timezone

LINE: Final = 250  # the length of the whole line, as its drawing has it


def seconds_until(moment: datetime) -> int:
    """Whole seconds left, 0 when the moment is past."""
    return max(0, ceil((moment - timezone.now()).total_seconds()))
