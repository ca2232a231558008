"""The addresses of puzzles."""

from collections.abc import Sequence
from datetime import date

from django.http import HttpRequest
from django.urls import reverse

from games.engine.variant import Variant
from games.play.links import game_query
from games.site.links import for_others, with_query


def exercise_path(variant: Variant, number: int, within: Sequence[int] = ()) -> str:
    """The path of one of a game's exercises, by its number from 1; as one of some that follow on each other if those
    are given."""
    some = {"set": ".".join(map(str, within))} if within else {}
    return with_query(reverse("games:exercise", args=[number]), {**game_query(variant), **some})


def day_url(request: HttpRequest, day: date) -> str:
    """The address of the position of a day."""
    return for_others(request, reverse("games:daily", args=[day]))
