"""What every page needs."""

from django.http import HttpRequest

from games import identity
from games.models import Player

THEMES = ("light", "dark")
THEME_COOKIE = "theme"


def site(request: HttpRequest) -> dict[str, Player | str | None]:
    """`me`, the Player or None, and `theme`: "light", "dark", or nothing where the system decides."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {"me": identity.player_of(request), "theme": theme if theme in THEMES else ""}
