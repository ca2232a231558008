"""Every move of a game in order, including those taken back, in pages, because there can be hundreds."""

from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Max, QuerySet

from games.engine.analysis import JudgedMove, analyse
from games.engine.variants import VARIANTS
from games.play.models import Game, Move

MOVES_PER_PAGE = 60


# A move, the record of the board after it, how long it took, and its verdict unless it was taken back.
Replayed = tuple[Move, str, timedelta, JudgedMove | None]


def part_of(game: Game, number: str | None) -> tuple[Page[Move], list[Replayed]]:
    """Return a page of a game's moves: the first if `number` is not a number, the last if it is too large."""
    moves = Move.objects.filter(game=game)
    part = Paginator(moves, MOVES_PER_PAGE).get_page(number)
    judged, replayed = _judged(game), list[Replayed]()
    before, written = _before(game, moves.filter(pk__lt=part[0].pk)) if part else (game.started_at, [])
    for move in part:
        written = [*written[: move.ply - 1], move.text]
        verdict = None if move.taken_back_at or move.ply > len(judged) else judged[move.ply - 1]
        replayed.append((move, "".join(written), move.played_at - (before or move.played_at), verdict))
        before = move.played_at
    return part, replayed


def _judged(game: Game) -> tuple[JudgedMove, ...]:
    """Judge the moves on the board; () if the game is not solved."""
    variant = VARIANTS[game.variant]
    return analyse(variant, variant.position(game.start), variant.moves(game.record)).moves if variant.solver else ()


def _before(game: Game, earlier: QuerySet[Move]) -> tuple[datetime | None, list[str]]:
    """Return when the last of the earlier moves was made, and the texts of the moves on the board after it."""
    last = earlier.last()
    if last is None:
        return game.started_at, []
    newest = earlier.filter(ply__lte=last.ply).order_by().values("ply").annotate(newest=Max("pk")).values("newest")
    return last.played_at, list(Move.objects.filter(pk__in=newest).order_by("ply").values_list("text", flat=True))
