"""Verdicts on games that ended before verdicts were kept."""

from django.db.models import QuerySet

from games.models import Game, Status
from games.services.storage import verdicts


def unjudged_games() -> QuerySet[Game]:
    return Game.objects.filter(status=Status.FINISHED, x_mistakes=None)


def judge(*, games: QuerySet[Game]) -> int:
    """Stores the verdicts on finished games in short; returns on how many. A finished game changes no more, and
    nobody is shown these figures live, so its version stays."""
    count = 0
    for pk, start, record in games.filter(status=Status.FINISHED).values_list("pk", "start", "record").iterator():
        count += Game.objects.filter(pk=pk).update(**verdicts(start, record))
    return count
