"""Judge games that ended before verdicts were stored."""

from games.engine.variants import VARIANTS
from games.play.models import Game, Status
from games.play.services.storage import verdicts


def judge(*, again: bool) -> int:
    """Store the verdicts on finished games of solved variants that have none or, with `again`, on all of them. Return
    the number of games. Their versions stay the same, because rooms do not show these fields."""
    solved = [key for key, variant in VARIANTS.items() if variant.solver]
    games = Game.objects.filter(status=Status.FINISHED, variant__in=solved)
    if not again:
        games = games.filter(x_mistakes=None)
    count = 0
    for pk, variant, start, record in games.values_list("pk", "variant", "start", "record").iterator():
        count += Game.objects.filter(pk=pk).update(**verdicts(VARIANTS[variant], start, record))
    return count
