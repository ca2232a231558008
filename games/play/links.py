"""URLs that people share."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from games.engine.classic import CLASSIC
from games.engine.position import Position
from games.engine.variant import Variant
from games.site.links import for_others, with_query


def invite_url(request: HttpRequest, code: str) -> str:
    """Return the full URL of a room, for a friend."""
    return for_others(request, reverse("games:room", args=[code]))


def board_path(variant: Variant, inks: str, standing: str = "") -> str:
    """Return the path of a board's picture by the ink of each square, with `standing` below in the active language."""
    words = {"standing": standing, "lang": get_language() or ""} if standing else {}
    return with_query(reverse("games:board", args=[inks]), {**game_query(variant), **words})


def setup_path(variant: Variant, position: Position | None = None) -> str:
    """Return the path of the set-up page with this position or an empty board."""
    cells = {"cells": position.text} if position else {}
    return with_query(reverse("games:setup"), {**game_query(variant), **cells})


def game_query(variant: Variant) -> dict[str, str]:
    """Return the query parameters that select a game; none for the classic one, as in the links of earlier releases."""
    return {} if variant is CLASSIC else {"variant": variant.key}
