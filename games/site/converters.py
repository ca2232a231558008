"""The converters of what addresses hold: the code of a game or a tournament, a host's key, a position and a day."""

from datetime import date

from django.urls import register_converter
from django.urls.converters import StringConverter

from games.play.models import CODE_ALPHABET, CODE_LENGTH
from games.tournaments.models import ENTRY_LENGTH, KEY_LENGTH, OLD_ENTRY_LENGTH


class CodeConverter(StringConverter):
    """Matches what `models.new_code` makes and nothing else, so that other addresses need no query."""

    regex = f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}"


class EntryConverter(StringConverter):
    """Matches the code of a tournament: what `models.new_entry` makes, or made in earlier releases."""

    regex = f"[{CODE_ALPHABET}]{{{OLD_ENTRY_LENGTH},{ENTRY_LENGTH}}}"


class KeyConverter(StringConverter):
    """Matches what a tournament's host has for a key."""

    regex = f"[{CODE_ALPHABET}]{{{KEY_LENGTH}}}"


class CellsConverter(StringConverter):
    """Matches the symbols of squares. The views find out whether a game can stand so."""

    regex = "[XO_]+"


class DayConverter:
    """Matches a day as 2026-11-22. A day that no calendar has matches nothing."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(CodeConverter, "code")
register_converter(EntryConverter, "entry")
register_converter(KeyConverter, "key")
register_converter(CellsConverter, "cells")
register_converter(DayConverter, "day")
