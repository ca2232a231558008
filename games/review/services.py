"""Judge games that ended before verdicts were stored."""

from django.db.models import QuerySet

from games.engine.variants import VARIANTS
from games.play.models import Game
from games.play.services.storage import verdicts


def judge(*, games: QuerySet[Game]) -> int:
    """Store verdict summaries of finished games, which no room shows, and return their number."""
    count = 0
    for pk, variant, start, record in games.values_list("pk", "variant", "start", "record").iterator():
        count += Game.objects.filter(pk=pk).update(**verdicts(VARIANTS[variant], start, record))
    return count
