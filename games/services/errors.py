"""Writes down how many errors were logged."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import F

from games.models import LOGGER_STORED, LoggedErrors


@transaction.atomic
def note_errors(*, logged: Mapping[tuple[datetime, str], int]) -> None:
    """Adds errors to those of their hour and logger."""
    for (hour, logger), count in sorted(logged.items()):  # processes that write at once do so in one order
        row, _made = LoggedErrors.objects.get_or_create(hour=hour, logger=logger[:LOGGER_STORED])
        LoggedErrors.objects.filter(pk=row.pk).update(count=F("count") + count)
