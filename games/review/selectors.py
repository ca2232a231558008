"""Finished games that have no verdicts yet."""

from django.db.models import QuerySet

from games.engine.variants import VARIANTS
from games.play.models import Game, Status


def solved() -> list[str]:
    """Return the keys of the variants whose moves have verdicts."""
    return [key for key, variant in VARIANTS.items() if variant.solver]


def unjudged_games() -> QuerySet[Game]:
    """Return the finished games of solved variants that have no verdicts."""
    return Game.objects.filter(status=Status.FINISHED, x_mistakes=None, variant__in=solved())
