"""Answers to puzzles and daily puzzles, and climbs of ladders."""

from datetime import date, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.engine.classic import CLASSIC
from games.engine.exercises import Exercise
from games.engine.ladder import Rung
from games.engine.position import IllegalMove, Move
from games.practice.daily import exercise_of
from games.practice.models import Climb, Daily, Practice
from games.site.models import Player
from games.site.refusals import REASON_OF, Reason, Refused

MOST_WRONG = 1_000  # counting stops here; the column holds at most 32,767


@transaction.atomic
def answer_exercise(*, player: Player, exercise: Exercise, move: Move) -> bool:
    """Store an answer to a puzzle and return whether it was right. A solved puzzle stays solved.

    Raises Refused if the move is illegal.
    """
    _check_legal(exercise, move)
    row, _new = Practice.objects.get_or_create(
        player=player, variant=exercise.variant.key, cells=exercise.position.text
    )
    unsolved = Practice.objects.filter(pk=row.pk, solved_at=None)
    if move in exercise.answers:
        unsolved.update(solved_at=timezone.now())
        return True
    unsolved.filter(wrong__lt=MOST_WRONG).update(wrong=F("wrong") + 1)
    return False


@transaction.atomic
def answer_daily(*, player: Player, day: date, today: date, move: Move) -> bool:
    """Store an answer to a day's puzzle and return whether it was right. A solved puzzle stays solved.

    Only a puzzle solved on its own day begins a streak or continues that of the day before. `today` is the date on the
    player's clock. Raises Refused if the move is illegal or the day is in the future.
    """
    if day > today:
        raise Refused(Reason.NOT_YET)
    exercise = exercise_of(CLASSIC, day)
    _check_legal(exercise, move)
    mine = Daily.objects.filter(player=player, variant=CLASSIC.key)
    row, _new = mine.get_or_create(day=day, defaults={"player": player, "variant": CLASSIC.key})
    unfound = Daily.objects.filter(pk=row.pk, found_at=None)
    if move in exercise.answers:
        before = mine.filter(day=day - timedelta(days=1)).values_list("streak", flat=True)
        unfound.update(found_at=timezone.now(), streak=sum(before) + 1 if day == today else 0)
        return True
    unfound.filter(wrong__lt=MOST_WRONG).update(wrong=F("wrong") + 1)
    return False


@transaction.atomic
def climb(*, player: Player, rung: Rung) -> None:
    """Store that a player has climbed a rung of a ladder. Idempotent."""
    Climb.objects.get_or_create(player=player, variant=rung.variant.key, moves=rung.moves)


def _check_legal(exercise: Exercise, move: Move) -> None:
    try:
        exercise.position.play(move)
    except IllegalMove as illegal:
        raise Refused(REASON_OF[illegal.reason]) from None
