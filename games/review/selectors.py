"""Finished games that have no verdicts yet."""

from django.db.models import QuerySet

from games.engine.variants import VARIANTS
from games.play.models import Game, Status


def solved() -> list[str]:
    """The keys of the games whose moves have verdicts."""
    return [key for key, variant in VARIANTS.items() if variant.solver]


def unjudged_games() -> QuerySet[Game]:
    """Finished games of solved variants that have no verdicts."""
    return Game.objects.filter(status=Status.FINISHED, x_mistakes=None, variant__in=solved())
