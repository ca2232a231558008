"""How far people are with the exercises, and with the position of each day."""

from datetime import date, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.engine.classic import CLASSIC
from games.engine.daily import exercise_of
from games.engine.exercises import Exercise
from games.engine.position import Cell
from games.models import Daily, Player, Practice
from games.refusals import Reason, Refused

MOST_WRONG = 1_000  # beyond that nobody counts, and the column ends at 32,767


@transaction.atomic
def practise(*, player: Player, exercise: Exercise, cell: Cell) -> bool:
    """Notes an answer to an exercise and says whether it was right. Solved once is solved.

    Raises Refused for a square that is taken or none.
    """
    _check_free(exercise, cell)
    row, _new = Practice.objects.get_or_create(player=player, cells=exercise.position.text)
    unsolved = Practice.objects.filter(pk=row.pk, solved_at=None)
    if cell in exercise.answers:
        unsolved.update(solved_at=timezone.now())
        return True
    unsolved.filter(wrong__lt=MOST_WRONG).update(wrong=F("wrong") + 1)
    return False


@transaction.atomic
def answer_daily(*, player: Player, day: date, today: date, cell: Cell) -> bool:
    """Notes an answer to the position of a day and says whether it was right. Found once is found.

    Only what is found on the day itself makes a streak, or goes on with that of the day before; `today` is the day
    where the player is. Raises Refused for a square that is taken or none, and for a day that is still to come.
    """
    if day > today:
        raise Refused(Reason.NOT_YET)
    exercise = exercise_of(CLASSIC, day)
    _check_free(exercise, cell)
    row, _new = Daily.objects.get_or_create(player=player, day=day)
    unfound = Daily.objects.filter(pk=row.pk, found_at=None)
    if cell in exercise.answers:
        before = Daily.objects.filter(player=player, day=day - timedelta(days=1)).values_list("streak", flat=True)
        unfound.update(found_at=timezone.now(), streak=sum(before) + 1 if day == today else 0)
        return True
    unfound.filter(wrong__lt=MOST_WRONG).update(wrong=F("wrong") + 1)
    return False


def _check_free(exercise: Exercise, cell: Cell) -> None:
    if cell not in exercise.position.legal_moves:
        raise Refused(Reason.TAKEN if cell in range(exercise.variant.squares) else Reason.NOT_A_SQUARE)
