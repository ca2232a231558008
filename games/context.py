"""What every page needs."""

from typing import Final

from django.http import HttpRequest

from games import identity
from games.models import Player

# What people may choose for all pages, kept in a cookie each; anything else is the default, which keeps none.
# theme: the system decides; numpad: number the squares as on a number pad; keys: single keys act; sound: a pencil.
PREFERENCES: Final = {"theme": ("light", "dark"), "numpad": ("on",), "keys": ("off",), "sound": ("on",)}


def site(request: HttpRequest) -> dict[str, Player | str | None]:
    """`me`, the Player or None, and each of PREFERENCES, with nothing for its default."""
    chosen = {name: request.COOKIES.get(name, "") for name in PREFERENCES}
    return {
        "me": identity.player_of(request),
        **{name: value if value in PREFERENCES[name] else "" for name, value in chosen.items()},
    }
