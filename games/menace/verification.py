"""Check stored matchbox machines and players' games with them. Reports problems, repairs nothing."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.engine.classic import CLASSIC
from games.engine.position import IllegalMove, Mark, Position
from games.menace import machine as menace
from games.menace.learning_curve import MAX_POINTS, WHOLE
from games.menace.machine import BadMachine
from games.menace.models import Menace, MenaceGame


def check_machines() -> Iterator[tuple[Menace | MenaceGame, str]]:
    """Yield every problem of every machine and its games, as sentences for the site's operators."""
    for row in Menace.objects.select_related("player").order_by("pk").iterator():
        for problem in problems_of_machine(row):
            yield row, problem
    for game in MenaceGame.objects.select_related("machine__player").order_by("pk").iterator():
        for problem in problems_of_machine_game(game):
            yield game, problem


def problems_of_machine(row: Menace) -> Iterator[str]:
    """Yield a problem if a machine's beads cannot be read or a curve does not fit its number of games."""
    try:
        menace.read(row.beads)
    except BadMachine:
        yield _("its beads can’t be read")
    if not (_is_curve(row.curve, row.games, 1) and _is_curve(row.blind_curve, row.games, 2)):
        yield _("its curve does not match its games")


def _is_curve(curve: Any, games: int, chances: int) -> bool:
    """Return whether a value is a valid curve with this many chances for a machine that has learnt from this many
    games."""
    try:
        numbers = [number for number, *_chances in curve]
        rises = numbers == sorted(set(numbers)) and all(0 < number <= games for number in numbers)
        counted = all(len(found) == chances and 0 <= min(found) <= max(found) <= WHOLE for _number, *found in curve)
        return rises and counted and len(numbers) <= MAX_POINTS
    except (TypeError, ValueError):
        return False


def problems_of_machine_game(game: MenaceGame) -> Iterator[str]:
    """Yield a problem if a game's moves are illegal, or its result or boxes do not follow from them."""
    position, drawn_from = CLASSIC.start, list[Position]()
    try:
        for move in CLASSIC.moves(game.record):
            if menace.place_of(position):
                drawn_from.append(position)
            position = position.play(move)
    except IllegalMove as why:
        yield _("its moves are illegal: %(reason)s") % {"reason": why}
        return
    if (game.winner if game.over else None) != (_winner(position) if game.record else None):
        yield _("its result does not match its moves")
    if len(game.boxes) != len(drawn_from) or len(game.before) != (len(drawn_from) if game.over else 0):
        yield _("its boxes do not match its moves")


def _winner(position: Position) -> str | None:
    """Return the winner of a game, "" for a draw, None if it is the player's turn. If it is the machine's turn, it has
    resigned."""
    if position.outcome:
        return position.outcome.winner or ""
    return Mark.O if position.turn is Mark.X else None
