"""Check stored matchbox machines and players' games with them. Reports problems, repairs nothing."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.engine.classic import CLASSIC
from games.engine.position import IllegalMove, Mark, positions_after
from games.menace import machine as menace
from games.menace.learning_curve import MAX_POINTS, WHOLE
from games.menace.machine import BadMachine
from games.menace.models import Menace, MenaceGame


def check_machines() -> Iterator[str]:
    """Yield every problem of every machine and its games, as sentences for the site's operators."""
    for row in Menace.objects.select_related("player").order_by("pk").iterator():
        yield from (f"{row}: {problem}" for problem in _problems_of_machine(row))
    for game in MenaceGame.objects.select_related("machine__player").order_by("pk").iterator():
        yield from (f"{game}: {problem}" for problem in _problems_of_game(game))


def _problems_of_machine(row: Menace) -> Iterator[str]:
    """Yield a problem if a machine's beads cannot be read or a curve does not fit its number of games."""
    try:
        menace.read(row.beads)
    except BadMachine:
        yield _("its beads can’t be read")
    if not (_is_curve(row.curve, row.games, 1) and _is_curve(row.blind_curve, row.games, 2)):
        yield _("its curve does not match its games")


def _is_curve(curve: Any, games: int, chances: int) -> bool:
    """Return whether a value is a curve with this many chances of a machine that has learnt from this many games."""
    try:
        numbers = [number for number, *_chances in curve]
        rises = numbers == sorted(set(numbers)) and all(0 < number <= games for number in numbers)
        counted = all(len(found) == chances and 0 <= min(found) <= max(found) <= WHOLE for _number, *found in curve)
        return rises and counted and len(numbers) <= MAX_POINTS
    except (TypeError, ValueError):
        return False


def _problems_of_game(game: MenaceGame) -> Iterator[str]:
    """Yield a problem if a game's moves are illegal, or its result or boxes do not follow from them."""
    try:
        *before, end = positions_after(CLASSIC.start, CLASSIC.moves(game.record))
    except IllegalMove as why:
        yield _("its moves are illegal: %(reason)s") % {"reason": why}
        return
    over = bool(end.outcome or (game.record and end.turn is Mark.X))
    winner = menace.winner_of(end) if over else None
    if (game.over, game.winner) != (over, winner or ""):
        yield _("its result does not match its moves")
    boxes = len(list(filter(menace.place_of, before)))
    if len(game.boxes) != boxes or len(game.before) != (boxes if game.over else 0):
        yield _("its boxes do not match its moves")
