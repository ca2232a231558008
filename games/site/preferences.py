"""Preferences for all pages, each stored in a cookie; and the game and the language that a URL names instead."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.site.words.settings import SETTINGS

YEAR: Final = 365 * 24 * 60 * 60

# The values that are stored. Any other value means the default, which needs no cookie.
PREFERENCES: Final = {
    **{setting.name: tuple(filter(None, setting.values)) for setting in SETTINGS},
    settings.LANGUAGE_COOKIE_NAME: tuple(code for code, _name in settings.LANGUAGES),  # default: the browser's
    # Those of the last game started.
    "side": ("O", "either"),  # default: the player starts
    "variant": tuple(key for key in VARIANTS if key != CLASSIC.key),  # default: the classic game
    "write": (Mark.O,),  # the last mark chosen, in games with that choice; default: X
}


def preferences(cookies: Mapping[str, str]) -> dict[str, str]:
    """Return the value of each preference, "" for the default."""
    kept = {name: cookies.get(name, "") for name in PREFERENCES}
    return {name: value if value in PREFERENCES[name] else "" for name, value in kept.items()}


def keep(request: HttpRequest, response: HttpResponse, *names: str) -> None:
    """Store those of these preferences that the submitted form has; a value not in PREFERENCES deletes the cookie."""
    for name in set(names).intersection(request.POST):
        value = request.POST[name]
        if value in PREFERENCES[name]:
            response.set_cookie(name, value, max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure())
        else:
            response.delete_cookie(name, samesite="Lax")


def named_variant(request: HttpRequest) -> Variant:
    """Return the variant that the URL names, or the classic one."""
    return VARIANTS.get(request.GET.get("variant", ""), CLASSIC)


def variant_of(request: HttpRequest) -> Variant:
    """Return the variant that the URL names; else the one started last, from a cookie; else the classic one."""
    return VARIANTS.get(request.GET.get("variant") or request.COOKIES.get("variant", ""), CLASSIC)


def named_language(code: str) -> str:
    """Return the language that a URL names, or English if the site lacks it."""
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
