"""The path converter for a day."""

from datetime import date

from django.urls import register_converter


class DayConverter:
    """Matches a day such as 2026-11-22. An impossible date does not match."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DayConverter, "day")
