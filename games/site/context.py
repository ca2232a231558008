"""The context of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from games.site import identity
from games.site.preferences import preferences


def site(request: HttpRequest) -> dict[str, Any]:
    """`me`, the Player or None; `here`, the address of the page; `languages`, code and own name; each of PREFERENCES,
    with nothing for its default."""
    me, here = identity.player_of(request), request.get_full_path()
    return {"me": me, "languages": settings.LANGUAGES, "here": here, **preferences(request)}
