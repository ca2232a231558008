"""Positions written as text, and all positions of a game."""

from random import Random
from typing import Final

from games.engine.classic import CLASSIC
from games.engine.position import Position
from games.engine.retrograde import graph_of
from games.engine.variant import Variant
from games.engine.variants import VARIANTS

# Only these games can be enumerated; others may have too many positions.
SOLVED: Final = {key: variant for key, variant in VARIANTS.items() if variant.solver}


def board(rows: str, variant: Variant = CLASSIC) -> Position:
    """Return a position from its rows: `board("X__ _O_ ___")`."""
    return variant.position(rows.replace(" ", ""))


def played(labels: str, variant: Variant) -> list[Position]:
    """Return the positions of a game from its start; moves are in people's notation: `played("5 1 9", NOTAKTO)`."""
    positions = [variant.start]
    for label in labels.split():
        positions.append(positions[-1].play(variant.labelled(label)))
    return positions


def every_position(variant: Variant = CLASSIC) -> frozenset[Position]:
    """Return every position of a solved game that can be reached from the usual start, including finished ones."""
    assert variant.solver, f"{variant.key} is not solved, and may have too many positions"
    return frozenset(graph_of(variant))


def some_positions(variant: Variant, games: int = 200) -> frozenset[Position]:
    """Return the positions of random games, the same every time."""
    random, found = Random(variant.key), {variant.start}
    for _game in range(games):
        position = variant.start
        while position.outcome is None:
            position = position.play(random.choice(position.legal_moves))
            found.add(position)
    return frozenset(found)
