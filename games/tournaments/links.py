"""The URLs of a tournament for people to type or scan."""

from django.http import HttpRequest
from django.urls import reverse

from games.site.links import for_others, with_query


def join_url(request: HttpRequest, code: str = "") -> str:
    """Return the full URL to join a tournament; without a code, of the page to type one."""
    return for_others(request, reverse("games:join_tournament", args=[code]) if code else reverse("games:enter"))


def practice_url(request: HttpRequest, code: str, number: int = 1) -> str:
    """Return the full URL of puzzles similar to a position that many in a tournament got wrong."""
    path = reverse("games:class_practice", args=[code])
    return for_others(request, with_query(path, {"at": str(number)} if number > 1 else {}))
