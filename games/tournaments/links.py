"""The addresses that a host shares."""

from django.http import HttpRequest
from django.urls import reverse

from games.site.links import for_others, with_query


def host_url(request: HttpRequest, key: str) -> str:
    """The address of a host's page, to carry to another device."""
    return for_others(request, reverse("games:tournament_host", args=[key]))


def join_url(request: HttpRequest, code: str = "") -> str:
    """The address by which people join a tournament; without its code the one at which they type that."""
    return for_others(request, reverse("games:join_tournament", args=[code]) if code else reverse("games:enter"))


def practice_url(request: HttpRequest, code: str, number: int = 1) -> str:
    """The address of exercises like a position that many of a tournament got wrong."""
    path = reverse("games:class_practice", args=[code])
    return for_others(request, with_query(path, {"at": str(number)} if number > 1 else {}))
