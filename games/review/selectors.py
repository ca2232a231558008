"""Finished games without verdicts."""

from django.db.models import QuerySet

from games.engine.variants import VARIANTS
from games.play.models import Game, Status


def solved() -> list[str]:
    """Return the keys of solved variants, in which moves have verdicts."""
    return [key for key, variant in VARIANTS.items() if variant.solver]


def unjudged_games() -> QuerySet[Game]:
    """Return the finished games of solved variants without verdicts."""
    return Game.objects.filter(status=Status.FINISHED, x_mistakes=None, variant__in=solved())
