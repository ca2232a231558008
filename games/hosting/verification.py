"""Check all stored data against the rules."""

from collections.abc import Iterator

from games.features import parts
from games.play import verification
from games.play.models import Game

CHUNK = 1_000  # games read at a time


def check_everything() -> Iterator[str]:
    """Yield every problem in games and in the features' data, with its object."""
    games = Game.objects.order_by("pk").prefetch_related(*verification.prefetches())
    for game, problem in verification.check(games.iterator(chunk_size=CHUNK)):
        yield f"{game.code}: {problem}"
    for part in parts():
        yield from part.problems()
