"""Positions as tests write and enumerate them."""

from functools import cache

from games.engine.classic import ClassicPosition
from games.engine.position import Position


def board(rows: str) -> Position:
    """A position from its rows: `board("X__ _O_ ___")`."""
    return ClassicPosition(rows.replace(" ", ""))


@cache
def every_position() -> frozenset[Position]:
    """Every position that can come about from the empty board, the finished ones included."""
    found, fresh = {ClassicPosition()}, [ClassicPosition()]
    while fresh:
        position = fresh.pop()
        following = {position.play(cell) for cell in position.legal_moves} - found
        found |= following
        fresh += following
    return frozenset(found)
