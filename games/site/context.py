"""The context of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from games.site import identity
from games.site.preferences import preferences


def site(request: HttpRequest) -> dict[str, Any]:
    """Return `me`, the Player or None; `here`, the path with its query; `languages`; and each preference."""
    me, here = identity.player_of(request), request.get_full_path()
    return {"me": me, "languages": settings.LANGUAGES, "here": here, **preferences(request.COOKIES)}
