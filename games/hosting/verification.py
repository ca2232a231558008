"""Holds everything that is stored against the rules."""

from collections.abc import Iterator

from games.menace.verification import check_machines
from games.play import verification
from games.play.models import Game
from games.tournaments import verification as tournament_verification
from games.tournaments.models import Tournament

CHUNK = 1_000  # games read at a time


def check_everything() -> Iterator[str]:
    """Every problem of every game, machine of matchboxes and tournament, and what has it."""
    games = Game.objects.order_by("pk").prefetch_related(*verification.to_read())
    for game, problem in verification.check(games.iterator(chunk_size=CHUNK)):
        yield f"{game.code}: {problem}"
    for row, problem in check_machines():
        yield f"{row}: {problem}"
    for tournament, problem in tournament_verification.check(Tournament.objects.order_by("pk").iterator(CHUNK)):
        yield f"{tournament.code}: {problem}"
