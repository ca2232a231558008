"""The preferences for all pages, kept in the browser: a cookie each."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.variants import VARIANTS

YEAR: Final = 365 * 24 * 60 * 60

# Any other value is the default, which keeps no cookie: theme as the system has it; size: letters as large as the
# browser has them; language as the browser asks; numpad: squares not numbered as on a number pad; keys: single keys
# act; sound: a pencil is heard where things may move; doodles: shown and offered; calls: the browser shows no notices;
# side: the player starts, else as in the game made last; variant: the classic game, else that of the game made last;
# write: X, where one chooses what to write, else the last choice.
PREFERENCES: Final = {
    "theme": ("light", "dark"),
    "size": ("large", "largest"),
    settings.LANGUAGE_COOKIE_NAME: tuple(code for code, _name in settings.LANGUAGES),
    "numpad": ("on",),
    "keys": ("off",),
    "sound": ("on", "off"),
    "doodles": ("off",),
    "calls": ("on",),
    "side": ("O", "either"),
    "variant": tuple(key for key in VARIANTS if key != CLASSIC.key),
    "write": (Mark.O,),
}


def preferences(request: HttpRequest) -> dict[str, str]:
    """Each of PREFERENCES, with nothing for its default."""
    kept = {name: request.COOKIES.get(name, "") for name in PREFERENCES}
    return {name: value if value in PREFERENCES[name] else "" for name, value in kept.items()}


def keep(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Keep one of PREFERENCES as the form sent says; anything but its values forgets it."""
    if request.POST[name] in PREFERENCES[name]:
        response.set_cookie(
            name, request.POST[name], max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure()
        )
    else:
        response.delete_cookie(name, samesite="Lax")
