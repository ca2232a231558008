"""The path converter for the code of a game."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from games.play.models import CODE_ALPHABET, CODE_LENGTH


class CodeConverter(StringConverter):
    """Matches exactly the codes that `models.new_code` can make, so other URLs need no query."""

    regex = f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}"


register_converter(CodeConverter, "code")
