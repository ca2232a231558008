"""Finished games to judge."""

from django.db.models import QuerySet

from games.engine.variants import VARIANTS
from games.play.models import Game, Status


def games_to_judge(*, again: bool) -> QuerySet[Game]:
    """Return the finished games of solved variants, in which moves have verdicts: those without, or all."""
    solved = [key for key, variant in VARIANTS.items() if variant.solver]
    games = Game.objects.filter(status=Status.FINISHED, variant__in=solved)
    return games if again else games.filter(x_mistakes=None)
