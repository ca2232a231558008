"""The idea to find in a position: a line, a fork, a threat."""

import enum
from functools import cache
from itertools import combinations

from games.engine.position import Cell, Position
from games.engine.solver import Value
from games.engine.symmetry import canonical
from games.engine.variant import Variant


class Motif(enum.StrEnum):
    """The effect of a good move in a position."""

    LINE = "line"
    """It wins at once."""
    FORK = "fork"
    """It threatens to win on two squares, of which the other side can take only one."""
    BLOCK = "block"
    """It takes the one square on which the other side would win at once."""
    WIN = "win"
    """It wins, in another way."""
    DRAW = "draw"
    """It keeps the draw, in another way."""


def motif_of(variant: Variant, position: Position) -> Motif | None:
    """The motif of a position of a solved game in play; None if it is lost, so that no move is a good one."""
    return _motif_of(variant, canonical(variant, variant.reduced(position)))


@cache
def _motif_of(variant: Variant, position: Position) -> Motif | None:
    assert variant.solver is not None
    worth = variant.solver.worth(position)
    if worth.value is Value.LOSS:
        return None
    if worth.plies == 1:
        return Motif.LINE
    if _is_block(variant, position):
        return Motif.BLOCK
    if worth.value is Value.DRAW:
        return Motif.DRAW
    best = variant.solver.best_moves(position)
    return Motif.FORK if all(_is_fork(variant, position.play(move)) for move in best) else Motif.WIN


def _is_block(variant: Variant, position: Position) -> bool:
    """Return whether all good moves are on one square, and the other side wins there after any move elsewhere."""
    assert variant.solver is not None
    keeping = variant.solver.keeping_moves(position)
    squares = {variant.square(move) for move in keeping}
    others = [move for move in position.legal_moves if variant.square(move) not in squares]
    return len(squares) == 1 and bool(others) and all(squares <= _wins(variant, position.play(move)) for move in others)


def _is_fork(variant: Variant, after: Position) -> bool:
    """Return whether the side that has moved wins next on either of two squares unless the other takes that one."""
    answers = {move: _wins(variant, after.play(move)) for move in after.legal_moves if not after.play(move).outcome}
    squares = set().union(*answers.values())
    return any(
        all({one, other} - {variant.square(move)} <= wins for move, wins in answers.items())
        for one, other in combinations(sorted(squares), 2)
    )


def _wins(variant: Variant, position: Position) -> set[Cell]:
    """The squares on which the side to move wins at once."""
    return {
        variant.square(move)
        for move in position.legal_moves
        if (end := position.play(move).outcome) and end.winner is position.turn
    }
