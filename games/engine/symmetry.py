"""What is the same in a game when its board is turned or mirrored."""

from functools import cache

from games.engine.position import Move, Position
from games.engine.variant import Variant


@cache
def canonical(variant: Variant, position: Position) -> Position:
    """The one of all equal positions that stands for them: the first in the alphabet."""
    return min((symmetry.position(position) for symmetry in variant.symmetries), key=lambda equal: equal.text)


@cache
def equal_moves(variant: Variant, position: Position) -> tuple[tuple[Move, ...], ...]:
    """The legal moves in groups that the position's own symmetries make equal, all in the order of the legal moves."""
    own = [symmetry for symmetry in variant.symmetries if symmetry.position(position) == position]
    groups = ({symmetry.move(move) for symmetry in own} for move in position.legal_moves)
    return tuple(dict.fromkeys(tuple(move for move in position.legal_moves if move in group) for group in groups))
