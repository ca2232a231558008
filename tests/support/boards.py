"""Positions as tests write and enumerate them."""

from games.engine.classic import CLASSIC
from games.engine.position import Position
from games.engine.retrograde import graph_of
from games.engine.variant import Variant


def board(rows: str, variant: Variant = CLASSIC) -> Position:
    """A position from its rows: `board("X__ _O_ ___")`."""
    return variant.position(rows.replace(" ", ""))


def played(labels: str, variant: Variant) -> list[Position]:
    """The positions of a game from its start, its moves as people write them: `played("5 1 9", NOTAKTO)`."""
    positions = [variant.start]
    for label in labels.split():
        positions.append(positions[-1].play(variant.labelled(label)))
    return positions


def every_position(variant: Variant = CLASSIC) -> frozenset[Position]:
    """Every position that can come about from the usual start, the finished ones included."""
    return frozenset(graph_of(variant))
