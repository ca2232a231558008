"""Check all stored data against the rules."""

from collections.abc import Iterator

from games.features import parts
from games.play.selectors.games import games_with_seats
from games.play.verification import check, standing_moves

CHUNK = 1_000  # games read at a time


def check_everything() -> Iterator[str]:
    """Yield every problem in games and in the features' data, with its object."""
    games = games_with_seats().order_by("pk").prefetch_related(standing_moves()).iterator(chunk_size=CHUNK)
    for game, problem in check(games):
        yield f"{game.code}: {problem}"
    for part in parts():
        yield from part.problems()
