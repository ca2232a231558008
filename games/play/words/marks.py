"""The drawings of marks: X, O, and a hollow X for the second side if both write X."""

from collections.abc import Sequence
from typing import Final

from games.engine.position import BLANK, Mark, Move, Position
from games.engine.variant import Variant
from games.play.selectors.state import State
from games.play.words.rules import rules_of

HOLLOW: Final = "H"


def drawn(cells: str, inks: str) -> str:
    """Return the drawing on each square: the mark in its ink, or BLANK."""
    return "".join(ink if symbol in (ink, BLANK) else HOLLOW for symbol, ink in zip(cells, inks, strict=True))


def drawn_after(state: State, plies: int) -> str:
    """Return the drawing after the first `plies` moves of a game."""
    return drawn(state.positions[plies].cells, state.inks_after(plies))


def small(variant: Variant, positions: Sequence[Position], moves: Sequence[Move]) -> str:
    """Return the squares of a small board after some moves, for site/_small.html: the latest mark in lower case, which
    is drawn in full, the older ones in capitals, which are paler."""
    marks = drawn(positions[-1].cells, variant.inks(positions, moves))
    newest = variant.square(moves[-1]) if moves else None
    return "".join(mark.lower() if cell == newest else mark for cell, mark in enumerate(marks))


def ink_of(drawing: str) -> Mark:
    """Return the ink of a drawing."""
    return Mark.O if drawing == HOLLOW else Mark(drawing)


def mark_of(variant: Variant, side: str) -> str:
    """Return the drawing of a side's mark; "" in games where both sides write either mark."""
    return rules_of(variant).marks[list(Mark).index(Mark(side))]
