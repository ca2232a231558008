"""The game chosen for a page, and the language that an address names."""

from django.conf import settings
from django.http import HttpRequest

from games.engine.classic import CLASSIC
from games.engine.variant import Variant
from games.engine.variants import VARIANTS


def named_variant(request: HttpRequest) -> Variant:
    """Return the game that the address names; the classic one if it names none."""
    return VARIANTS.get(request.GET.get("variant", ""), CLASSIC)


def variant_of(request: HttpRequest) -> Variant:
    """Return the game that the address names; else the one started last, from a cookie; else the classic one."""
    return VARIANTS.get(request.GET.get("variant") or request.COOKIES.get("variant", ""), CLASSIC)


def named_language(asked: str) -> str:
    """Return the language that an address names; English if the site does not speak it."""
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
