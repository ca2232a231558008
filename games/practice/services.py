"""Answers to puzzles and daily puzzles, and climbs of ladders."""

from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from games.engine.exercises import Exercise
from games.engine.ladder import Rung
from games.engine.position import Move
from games.practice.daily import exercise_of
from games.practice.models import Climb, Daily, Practice
from games.practice.repetition import is_due, next_box
from games.practice.selectors import recently_answered
from games.site.models import Player
from games.site.refusals import Reason, Refused

MAX_WRONG = 1_000  # counting stops here; the column holds at most 32,767


@transaction.atomic
def answer_exercise(*, player: Player, exercise: Exercise, move: Move) -> bool:
    """Store a legal answer to a puzzle and return whether it was right. A solved puzzle stays solved, but comes back
    after a wrong answer."""
    mine = Practice.objects.select_for_update().filter(player=player)
    row, _new = mine.get_or_create(
        variant=exercise.variant.key, cells=exercise.position.text, defaults={"player": player}
    )
    right, now = move in exercise.answers, timezone.now()
    due = is_due(row.box, row.answered_at, now, recent=row.pk in recently_answered(player))
    row.box, row.answered_at = next_box(row.box, right=right, due=due), now
    if row.solved_at is None and right:
        row.solved_at = now
    elif row.solved_at is None:
        row.wrong = min(row.wrong + 1, MAX_WRONG)
    row.save(update_fields=["box", "answered_at", "solved_at", "wrong"])
    return right


@transaction.atomic
def answer_daily(*, player: Player, day: date, today: date, move: Move) -> bool:
    """Store a legal answer to a day's puzzle and return whether it was right. Only a puzzle solved on its own day
    starts or continues a streak. Raises Refused if the day is after `today`, the date on the player's clock."""
    if day > today:
        raise Refused(Reason.NOT_YET)
    exercise = exercise_of(day)
    mine, key = Daily.objects.filter(player=player), exercise.variant.key
    row, _new = mine.select_for_update().get_or_create(day=day, variant=key, defaults={"player": player})
    if row.found_at is not None:
        return move in exercise.answers
    if move not in exercise.answers:
        row.first_wrong = row.first_wrong or exercise.variant.write(move)
        row.wrong = min(row.wrong + 1, MAX_WRONG)
        row.save(update_fields=["first_wrong", "wrong"])
        return False
    row.found_at = timezone.now()
    if day == today:
        before = mine.filter(day=day - timedelta(days=1)).order_by("streak").last()
        row.streak = 1 + (before.streak if before else 0)
        row.first_try_streak = 0 if row.wrong else 1 + (before.first_try_streak if before else 0)
    row.save(update_fields=["found_at", "streak", "first_try_streak"])
    return True


@transaction.atomic
def climb(*, player: Player, rung: Rung) -> None:
    """Store that a player has climbed a rung of a ladder. Idempotent."""
    Climb.objects.get_or_create(player=player, variant=rung.variant.key, moves=rung.moves)
