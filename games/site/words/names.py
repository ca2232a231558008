"""Names in sentences, and their sort order."""

import unicodedata
from functools import lru_cache

from django.conf import settings

RIGHT_TO_LEFT = {"R", "AL"}  # bidirectional classes


@lru_cache(maxsize=4_096)  # because each push has both names
def isolated(name: str, language: str) -> str:
    """Return a name for use in a sentence. Wraps it in Unicode isolates if the name or the language is written right to
    left, so that the sentence keeps its order. Leaves placeholders (play/words/placeholders.py) unchanged."""
    if not name or unicodedata.category(name[0]) == "Co":
        return name
    turned_language = language.split("-")[0] in settings.LANGUAGES_BIDI
    turned_name = any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in name)
    return f"\u2068{name}\u2069" if turned_language or turned_name else name


def sort_key(name: str) -> str:
    """Return a sort key without accents: "Łukasz" sorts as "lukasz"."""
    return "".join(map(_base, unicodedata.normalize("NFC", name))).casefold()


def _base(letter: str) -> str:
    """Return a letter without its accents, by its Unicode name: Ł is "LATIN CAPITAL LETTER L WITH STROKE"."""
    try:
        return unicodedata.lookup(unicodedata.name(letter, "").partition(" WITH ")[0])
    except KeyError:
        return letter
