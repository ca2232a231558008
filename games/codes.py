"""The converters of what addresses hold: a game's code, and a position."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from games.models import CODE_ALPHABET, CODE_LENGTH


class CodeConverter(StringConverter):
    """Matches what `models.new_code` makes and nothing else, so that other addresses need no query."""

    regex = f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}"


class CellsConverter(StringConverter):
    """Matches nine symbols; whether a game can stand so is for others to say."""

    regex = "[XO_]{9}"


register_converter(CodeConverter, "code")
register_converter(CellsConverter, "cells")
