"""The context of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from games import identity
from games.web.preferences import preferences


def site(request: HttpRequest) -> dict[str, Any]:
    """`me`, the Player or None; each of PREFERENCES, with nothing for its default; `languages`, code and own name."""
    return {"me": identity.player_of(request), "languages": settings.LANGUAGES, **preferences(request)}
