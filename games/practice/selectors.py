"""Queries for a player's progress with the puzzles."""

from datetime import date, timedelta
from typing import Final

from django.db.models import (
    Max,
)

from games.engine.classic import CLASSIC
from games.engine.variant import Variant
from games.practice.models import Daily
from games.site.models import Player
from games.site.sql import objects


def daily_of(player: Player | None, day: date, today: date) -> tuple[Daily | None, int]:
    """Return a player's progress with a day's puzzle, and their streak up to today, or up to yesterday while today's is
    unsolved."""
    if player is None:
        return None, 0
    yesterday = today - timedelta(days=1)
    found = objects(Daily, DAYS, player.pk, CLASSIC.key, [*{day, today, yesterday}])
    days = {row.day: row for row in found}
    streaks = (days[one].streak for one in (today, yesterday) if one in days)
    return days.get(day), next((streak for streak in streaks if streak), 0)


DAYS: Final = "SELECT * FROM games_daily WHERE player_id = %s AND variant = %s AND day IN %s"


def first_tries_of(player: Player | None, today: date, streak: int) -> int:
    """Count the days of a player's streak, as `daily_of` returns it, that were solved at the first try."""
    if player is None:
        return 0
    in_a_row = Daily.objects.filter(player=player, variant=CLASSIC.key, streak__gt=0, day__lte=today).order_by("-day")
    return sum(not wrong for wrong in in_a_row.values_list("wrong", flat=True)[:streak])


def best_streak_of(player: Player | None) -> int:
    """Return the longest streak that a player has ever had."""
    if player is None:
        return 0
    return Daily.objects.filter(player=player, variant=CLASSIC.key).aggregate(best=Max("streak"))["best"] or 0


def solved_by(player: Player | None, variant: Variant = CLASSIC) -> set[str]:
    """Return the positions of a game's puzzles that a player has solved."""
    if player is None:
        return set()
    return set(player.practice.filter(variant=variant.key).exclude(solved_at=None).values_list("cells", flat=True))


def climbed_by(player: Player | None, variant: Variant) -> set[int]:
    """Return the rungs of a game's ladder that a player has climbed, by their numbers of moves."""
    return set(player.climbs.filter(variant=variant.key).values_list("moves", flat=True)) if player else set()
