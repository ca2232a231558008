"""How far people are with the exercises."""

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.engine.position import Cell
from games.engine.practice import Exercise
from games.models import Player, Practice
from games.services.refusals import Reason, Refused

MOST_WRONG = 1_000  # beyond that nobody counts, and the column ends at 32,767


@transaction.atomic
def practise(*, player: Player, exercise: Exercise, cell: Cell) -> bool:
    """Notes an answer to an exercise and says whether it was right. Solved once is solved.

    Raises Refused for a square that is taken or none.
    """
    if cell not in exercise.position.legal_moves:
        raise Refused(Reason.TAKEN if cell in range(9) else Reason.NOT_A_SQUARE)
    row, _new = Practice.objects.get_or_create(player=player, cells=exercise.position.cells)
    unsolved = Practice.objects.filter(pk=row.pk, solved_at=None)
    if cell in exercise.answers:
        unsolved.update(solved_at=timezone.now())
        return True
    unsolved.filter(wrong__lt=MOST_WRONG).update(wrong=F("wrong") + 1)
    return False
