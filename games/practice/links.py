"""The URLs of puzzles."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from django.http import HttpRequest
from django.urls import reverse

from games.engine.ladder import Rung
from games.engine.variant import Variant
from games.play.links import game_query
from games.site.links import for_others, with_query

MIX: Final = {"mix": "on"}


def exercise_path(variant: Variant, number: int, within: Sequence[int] = (), *, mix: bool = False) -> str:
    """Return the path of a game's puzzle, by its number from 1, optionally within a set of puzzles (`within`) or mixed
    with other games."""
    extra = {"set": ".".join(map(str, within))} if within else MIX if mix else {}
    return with_query(reverse("games:exercise", args=[number]), {**game_query(variant), **extra})


def ladder_path(variant: Variant) -> str:
    return with_query(reverse("games:ladder"), game_query(variant))


def rung_path(rung: Rung) -> str:
    return with_query(reverse("games:rung", args=[rung.moves]), game_query(rung.variant))


def practice_path(variant: Variant, theme: str = "", *, mix: bool = False) -> str:
    """Return the path to the next puzzle of a game, if possible of `theme`; with `mix`, of the game listed after it."""
    extra = MIX if mix else {"theme": theme} if theme else {}
    return with_query(reverse("games:exercises"), {"variant": variant.key, **extra})


def day_url(request: HttpRequest, day: date) -> str:
    """Return the full URL of a day's puzzle."""
    return for_others(request, reverse("games:daily", args=[day]))
