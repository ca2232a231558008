"""Positions as tests write and enumerate them."""

from functools import cache

from games.engine.classic import CLASSIC
from games.engine.position import Position
from games.engine.variant import Variant


def board(rows: str, variant: Variant = CLASSIC) -> Position:
    """A position from its rows: `board("X__ _O_ ___")`."""
    return variant.position(rows.replace(" ", ""))


@cache
def every_position(variant: Variant = CLASSIC) -> frozenset[Position]:
    """Every position that can come about from the usual start, the finished ones included."""
    found, fresh = {variant.start}, [variant.start]
    while fresh:
        position = fresh.pop()
        following = {position.play(cell) for cell in position.legal_moves} - found
        found |= following
        fresh += following
    return frozenset(found)
