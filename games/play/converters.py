"""Path converters for the code of a game and for a position."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from games.play.models import CODE_ALPHABET, CODE_LENGTH


class CodeConverter(StringConverter):
    """Matches exactly the codes that `models.new_code` can make, so other URLs need no query."""

    regex = f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}"


class CellsConverter(StringConverter):
    """Matches the symbols of squares. The views check whether a game can reach the position."""

    regex = "[A-Z_]+"


register_converter(CodeConverter, "code")
register_converter(CellsConverter, "cells")
