"""The converter of a game's code in an address."""

from django.urls import register_converter

from games.models import CODE_ALPHABET, CODE_LENGTH


class CodeConverter:
    """Matches what `models.new_code` makes and nothing else, so that other addresses need no query."""

    regex = f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(CodeConverter, "code")
