"""The context of every page, and what people may choose for all pages."""

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

from games import identity
from games.engine.classic import CLASSIC
from games.engine.variants import VARIANTS

# The choices for all pages, a cookie each. Any other value is the default, which keeps no cookie: theme as the system
# has it; language as the browser asks; numpad: squares not numbered as on a number pad; keys: single keys act; sound: a
# pencil is heard where things may move; side: the player starts, else as in the game made last; variant: the classic
# game, else that of the game made last.
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
