"""The path converters for the code of a tournament and for a host's key."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from games.play.models import CODE_ALPHABET
from games.tournaments.models import ENTRY_LENGTH, KEY_LENGTH, OLD_ENTRY_LENGTH


class EntryConverter(StringConverter):
    """Matches the code of a tournament, including the shorter codes of earlier releases."""

    regex = f"[{CODE_ALPHABET}]{{{OLD_ENTRY_LENGTH},{ENTRY_LENGTH}}}"


class KeyConverter(StringConverter):
    """Matches a host's key."""

    regex = f"[{CODE_ALPHABET}]{{{KEY_LENGTH}}}"


register_converter(EntryConverter, "entry")
register_converter(KeyConverter, "key")
