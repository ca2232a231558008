"""Which drawings stand for the marks of a game: X and O, and for an X of the second side's a hollow one."""

from typing import Final

from games.engine.position import BLANK, Mark
from games.engine.variant import Variant
from games.play.selectors.state import State
from games.play.words.rules import rules_of

HOLLOW: Final = "H"


def drawn(cells: str, inks: str) -> str:
    """The drawing on each square: of what stands there, in whose ink; BLANK where nothing does."""
    return "".join(ink if symbol in (ink, BLANK) else HOLLOW for symbol, ink in zip(cells, inks, strict=True))


def drawn_after(state: State, plies: int) -> str:
    """What is drawn after the first `plies` moves of a game."""
    return drawn(state.positions[plies].cells, state.inks_after(plies))


def ink_of(drawing: str) -> Mark:
    """In whose ink something is drawn."""
    return Mark.O if drawing == HOLLOW else Mark(drawing)


def mark_of(variant: Variant, side: str) -> str:
    """What a side of a game draws; nothing where no mark is anybody's."""
    return rules_of(variant).marks[list(Mark).index(Mark(side))]
