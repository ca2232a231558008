"""Positions and moves of a game that are equal up to turning and mirroring its board."""

from functools import cache

from games.engine.position import Move, Position
from games.engine.variant import Variant


@cache
def canonical(variant: Variant, position: Position) -> Position:
    """Return the representative of all positions equal to this one: the one with the smallest text."""
    return min((symmetry.position(position) for symmetry in variant.symmetries), key=lambda equal: equal.text)


def equal_moves(variant: Variant, position: Position) -> tuple[tuple[Move, ...], ...]:
    """Return the legal moves grouped by the position's own symmetries, all in the order of the legal moves."""
    return _equal_moves(variant, position.without_history)


@cache
def _equal_moves(variant: Variant, position: Position) -> tuple[tuple[Move, ...], ...]:
    own = [symmetry for symmetry in variant.symmetries if symmetry.position(position) == position]
    groups = ({symmetry.move(move) for symmetry in own} for move in position.legal_moves)
    return tuple(dict.fromkeys(tuple(move for move in position.legal_moves if move in group) for group in groups))
