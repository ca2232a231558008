"""Check stored games against the rules. Reports problems, repairs nothing."""

from collections.abc import Iterable, Iterator

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from games.engine.position import ON_BOARD, IllegalMove, ImpossiblePosition, Mark, Outcome, Position, Termination
from games.engine.robots import is_robot
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play.models import MAX_MOVES, Game, Move, Status
from games.play.services.storage import verdicts


def problems_of(game: Game) -> list[str]:
    """Return every violation of the rules in a stored game, as sentences for the site's operators."""
    variant = VARIANTS.get(game.variant)
    if variant is None:
        return [_("it is a game that this site does not know: %(key)s") % {"key": game.variant}]
    try:
        start = variant.position(game.start)
    except ImpossiblePosition as impossible:
        return [_("it starts from an impossible position: %(reason)s") % {"reason": impossible}]
    position, turns, illegal = start, [], []
    for number, text in enumerate(variant.split(game.record), start=1):
        try:
            turns.append(position.turn)
            position = position.play(variant.read(text))
        except IllegalMove as why:
            # Translators: reason is a technical word.
            illegal = [_("move %(number)d is illegal: %(reason)s") % {"number": number, "reason": why}]
            break
    found = [*_rows(game, turns), *illegal]
    if illegal:
        return found
    found += _result(game, position.outcome, len(turns))
    return [*found, *_verdicts(game, variant), *_robots(game, variant, start)]


def standing_moves() -> "Prefetch[str, QuerySet[Move], str]":
    """Return what to prefetch for each game: its moves except those taken back, which can be many."""
    return Prefetch("moves", queryset=Move.objects.filter(taken_back_at=None))


def check(games: Iterable[Game]) -> Iterator[tuple[Game, str]]:
    """Yield every problem of these games, each with its game."""
    return ((game, problem) for game in games for problem in problems_of(game))


def _rows(game: Game, turns: list[Mark]) -> Iterator[str]:
    """Yield a problem if the Move rows differ from the record or have the wrong mark."""
    rows = sorted((move for move in game.moves.all() if move.taken_back_at is None), key=lambda move: move.ply)
    if "".join(move.text for move in rows) != game.record:
        yield _("the rows of its moves differ from its record")
    for number, move in enumerate(rows, start=1):
        if move.ply != number:
            yield _("move %(number)d has the number %(ply)d") % {"number": number, "ply": move.ply}
        if turns[number - 1 : number] not in ([], [move.mark]):
            yield _("move %(number)d has the wrong mark") % {"number": number}


def _result(game: Game, outcome: Outcome | None, plies: int) -> Iterator[str]:
    """Yield a problem if status, winner or ending do not match the board."""
    stored = (game.winner, game.ended)
    if outcome and stored != (outcome.winner or "", outcome.termination):
        on_board = (str(outcome.winner or ""), str(outcome.termination))
        # Translators: told and stored are as in "('X', 'line')".
        yield _("its board says %(told)s, but it has %(stored)s stored") % {"told": on_board, "stored": stored}
    elif not outcome and (game.ended in ON_BOARD or (game.ended == Termination.TOO_LONG and plies < MAX_MOVES)):
        yield _("it has %(stored)s stored, but the game on its board is not over") % {"stored": stored}
    if game.record and game.status in (Status.WAITING, Status.CANCELLED):
        yield _("it has moves, but nobody has joined it")


def _robots(game: Game, variant: Variant, start: Position) -> Iterator[str]:
    """Yield a problem if a robot broke its rules. Other computer players are not checked, because their moves may
    change between releases."""
    keys = {seat.mark: seat.opponent for seat in game.seated if is_robot(seat.opponent)}
    position = start
    for number, move in enumerate(variant.moves(game.record) if keys else (), start=1):
        if position.turn in keys:
            robot = variant.opponent(keys[position.turn])
            if robot is None or move not in robot.candidates(position):
                yield _("move %(number)d is not one that its robot would make") % {"number": number}
        position = position.play(move)


def _verdicts(game: Game, variant: Variant) -> Iterator[str]:
    """Yield a problem if the stored verdicts do not match the moves. Missing verdicts are accepted."""
    expected = {} if game.x_mistakes is None else verdicts(variant, game.start, game.record)
    if any(getattr(game, field) != value for field, value in expected.items()):
        yield _("its verdicts differ from its moves")
