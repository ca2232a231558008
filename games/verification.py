"""Holds stored games against the rules. It reports and never repairs."""

from collections.abc import Iterable, Iterator

from games.engine.analysis import analyse
from games.engine.position import IllegalMove, ImpossiblePosition, Mark, Outcome, Position, Termination
from games.models import Game, Status


def problems_of(game: Game) -> list[str]:
    """What of a stored game does not fit the rules, in English for whoever runs the site; nothing if all is well."""
    try:
        start = Position(game.start)
    except ImpossiblePosition as impossible:
        return [f"starts from an impossible position: {impossible}"]
    position, found = start, list(_rows(game))
    for number, digit in enumerate(game.record, start=1):
        try:
            position = position.play(int(digit))
        except (IllegalMove, ValueError) as illegal:
            return [*found, f"move {number} is illegal: {illegal}"]
    return [*found, *_result(game, position.outcome), *_verdicts(game, start)]


def check(games: Iterable[Game]) -> Iterator[tuple[Game, str]]:
    """Every problem of these games, with its game."""
    for game in games:
        for problem in problems_of(game):
            yield game, problem


def _rows(game: Game) -> Iterator[str]:
    """Whether the rows of moves say what the record says, with the marks in turn."""
    rows = sorted((move for move in game.moves.all() if move.taken_back_at is None), key=lambda move: move.ply)
    if "".join(str(move.cell) for move in rows) != game.record:
        yield "the rows of its moves differ from its record"
    first = Position(game.start).turn
    for number, move in enumerate(rows, start=1):
        if move.ply != number:
            yield f"move {number} has the number {move.ply}"
        if move.mark != (first if number % 2 else first.other):
            yield f"move {number} has the wrong mark"


def _result(game: Game, outcome: Outcome | None) -> Iterator[str]:
    """Whether status, winner and how it ended fit the board."""
    stored = (game.winner, game.ended)
    if outcome and stored != (outcome.winner or "", outcome.termination):
        yield f"its board says {outcome.winner or 'draw'} by {outcome.termination}, but it has {stored} stored"
    elif not outcome and game.ended in (Termination.LINE, Termination.FULL):
        yield f"it has {stored} stored, but its board is not at an end"
    if game.record and game.status in (Status.WAITING, Status.CANCELLED):
        yield f"it has moves, but is {game.status}"


def _verdicts(game: Game, start: Position) -> Iterator[str]:
    """Whether the verdicts stored in short are those of its moves; those not worked out yet are no problem."""
    if game.x_mistakes is None:
        return
    analysis = analyse(start, game.record)
    worked_out = analysis.mistakes(Mark.X), analysis.mistakes(Mark.O), analysis.thrown_away
    if (game.x_mistakes, game.o_mistakes, game.thrown_away) != worked_out:
        yield "its verdicts differ from its moves"
