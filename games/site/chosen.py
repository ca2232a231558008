"""The variant and the language chosen by a URL or a cookie."""

from django.conf import settings
from django.http import HttpRequest

from games.engine.classic import CLASSIC
from games.engine.variant import Variant
from games.engine.variants import VARIANTS


def named_variant(request: HttpRequest) -> Variant:
    """Return the variant that the URL names, or the classic one."""
    return VARIANTS.get(request.GET.get("variant", ""), CLASSIC)


def variant_of(request: HttpRequest) -> Variant:
    """Return the variant that the URL names; else the one started last, from a cookie; else the classic one."""
    return VARIANTS.get(request.GET.get("variant") or request.COOKIES.get("variant", ""), CLASSIC)


def named_language(code: str) -> str:
    """Return the language that a URL names, or English if the site lacks it."""
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
