"""What every page needs."""

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

from games import identity
from games.engine.classic import CLASSIC
from games.engine.variants import VARIANTS

# What people may choose for all pages, kept in a cookie each; anything else is the default, which keeps none.
# theme: the system decides; language: the browser does; numpad: squares numbered as on a number pad; keys: single ones
# act; sound: a pencil is heard, by default where things may move; side: who starts is as in the game made last, the
# player unless it says otherwise; variant: so is the game, the classic one unless it says otherwise.
PREFERENCES: Final = {
    "theme": ("light", "dark"),
    settings.LANGUAGE_COOKIE_NAME: tuple(code for code, _name in settings.LANGUAGES),
    "numpad": ("on",),
    "keys": ("off",),
    "sound": ("on", "off"),
    "side": ("O", "either"),
    "variant": tuple(key for key in VARIANTS if key != CLASSIC.key),
}


def site(request: HttpRequest) -> dict[str, Any]:
    """`me`, the Player or None; each of PREFERENCES, with nothing for its default; `languages`, code and own name."""
    chosen = {name: request.COOKIES.get(name, "") for name in PREFERENCES}
    return {
        "me": identity.player_of(request),
        "languages": settings.LANGUAGES,
        **{name: value if value in PREFERENCES[name] else "" for name, value in chosen.items()},
    }
