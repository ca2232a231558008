"""Queries for players' progress with the puzzles."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.db.models import Count, Max
from django.utils import timezone

from games.engine.position import Move
from games.engine.symmetry import equal_moves
from games.engine.variant import Variant
from games.practice.daily import exercise_of
from games.practice.models import Daily
from games.practice.repetition import ANSWERS_BETWEEN, is_due
from games.site.models import Player
from games.site.sql import objects

MAX_WRONG_SHOWN: Final = 3
ENOUGH_WRONG: Final = 10  # first wrong moves of a day; if there are fewer, the most tempting moves are shown instead


@dataclass(frozen=True)
class Streaks:
    """A player's current streaks of days solved, and of days solved on the first try, and the longest of each."""

    days: int = 0
    first_tries: int = 0
    best: int = 0
    best_first_tries: int = 0


def daily_of(player: Player | None, day: date, today: date) -> tuple[Daily | None, Streaks]:
    """Return a player's progress with a day's puzzle, and their streaks up to today (yesterday, while today's puzzle is
    unsolved), without the longest ones."""
    if player is None:
        return None, Streaks()
    yesterday = today - timedelta(days=1)
    days = {row.day: row for row in objects(Daily, DAYS, player.pk, [*{day, today, yesterday}])}
    last = next((days[one] for one in (today, yesterday) if one in days and days[one].streak), None)
    return days.get(day), Streaks(last.streak, last.first_try_streak) if last else Streaks()


DAYS: Final = "SELECT * FROM games_daily WHERE player_id = %s AND day IN %s"


def with_best(player: Player | None, streaks: Streaks) -> Streaks:
    """Return a player's streaks, with their longest ever."""
    if player is None:
        return streaks
    found = Daily.objects.filter(player=player).aggregate(best=Max("streak"), first_tries=Max("first_try_streak"))
    return Streaks(streaks.days, streaks.first_tries, found["best"] or 0, found["first_tries"] or 0)


def wrong_moves_of(day: date) -> dict[Move, int]:
    """Map the most frequent first wrong moves of a day, up to symmetry, to the number of people who made each; if there
    are too few, map the most tempting ones to 0."""
    exercise = exercise_of(day)
    variant, counts = exercise.variant, Counter[Move]()
    kinds = {move: group[0] for group in equal_moves(variant, exercise.position) for move in group}
    found = Daily.objects.filter(day=day, variant=variant.key).exclude(first_wrong="")
    for text, count in found.values_list("first_wrong").annotate(count=Count("pk")):
        counts[kinds[variant.read(text)]] += count
    if counts.total() < ENOUGH_WRONG:
        return dict.fromkeys(exercise.tempting[:MAX_WRONG_SHOWN], 0)
    return dict(counts.most_common(MAX_WRONG_SHOWN))


@dataclass(frozen=True)
class Progress:
    """A player's progress with the puzzles of a game: those solved, and those due, the longest unanswered first."""

    solved: frozenset[str] = frozenset()
    due: tuple[str, ...] = ()


def progress_of(player: Player | None, variant: Variant) -> Progress:
    if player is None:
        return Progress()
    rows = player.practice.filter(variant=variant.key).order_by("answered_at")
    found = list(rows.values_list("pk", "cells", "solved_at", "box", "answered_at"))
    now, recent = timezone.now(), recently_answered(player)
    return Progress(
        frozenset(cells for _pk, cells, solved_at, _box, _at in found if solved_at),
        tuple(cells for pk, cells, _solved, box, at in found if is_due(box, at, now, recent=pk in recent)),
    )


def recently_answered(player: Player) -> set[int]:
    """Return the row ids of the puzzles that a player answered last, in any game."""
    answered = player.practice.exclude(answered_at=None).order_by("-answered_at")
    return set(answered.values_list("pk", flat=True)[:ANSWERS_BETWEEN])


def climbed_by(player: Player | None, variant: Variant) -> set[int]:
    """Return the rungs of a game's ladder that a player has climbed, by number of moves."""
    return set(player.climbs.filter(variant=variant.key).values_list("moves", flat=True)) if player else set()
