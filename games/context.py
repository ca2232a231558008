"""What every page needs."""

from django.http import HttpRequest

from games import identity
from games.models import Player

THEMES = ("light", "dark")
THEME_COOKIE = "theme"
NUMPAD_COOKIE = "numpad"


def site(request: HttpRequest) -> dict[str, Player | str | bool | None]:
    """`me`, the Player or None; `theme`, "light", "dark", or nothing where the system decides; `numpad`, whether the
    squares are numbered as on a number pad."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "me": identity.player_of(request),
        "theme": theme if theme in THEMES else "",
        "numpad": request.COOKIES.get(NUMPAD_COOKIE) == "on",
    }
