"""The drawing of a matchbox: the marks on its board, and the beads in its squares."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.classic import CLASSIC
from games.engine.position import Move, Position
from games.menace.machine import Heaps, place_of
from games.play.words.board import DRAWINGS, mark_on
from games.play.words.squares import square_label, square_title

MAX_DRAWN: Final = 16  # beads drawn per heap; a larger heap is drawn as one bead
COLUMNS: Final = 4
APART: Final = 21  # units between beads; a square is 100 wide
MIDDLE: Final = (50, 43)  # of the beads; their number is written below them
# Irregular, so that beads do not line up.
OFFSETS: Final = ((2, -3), (-3, 2), (3, 3), (-2, -2), (0, 3), (3, -1), (-3, -3), (1, 2))


@dataclass(frozen=True)
class Bead:
    """A bead and its position. `look` is "added" or "taken" if a game has added or removed it."""

    x: int
    y: int
    look: str = ""


@dataclass(frozen=True)
class Square:
    """A square of a box: the drawing of its mark, or its beads and their number (None without a heap). `drawn` means
    that the machine drew its bead from here; `change` is the number of beads that the game has added or removed."""

    label: str
    drawing: str = ""
    mark: str = ""
    count: int | None = None
    beads: tuple[Bead, ...] = ()
    drawn: bool = False
    change: str = ""


@dataclass(frozen=True)
class Box:
    """A box: its number from 1, the board on its cover, and its squares row by row."""

    number: int
    cells: str
    squares: tuple[Square, ...]
    empty: bool


def box_of(position: Position, heaps: Heaps, *, drawn: Move | None = None, learnt: int = 0) -> Box:
    """Return the box for a position with these heaps. `drawn` is the move whose bead the machine drew, and `learnt` the
    change in its heap since."""
    place = place_of(position)
    assert place is not None  # the position has a box
    beads = dict(zip(place.moves, heaps, strict=True))

    def square(cell: int, symbol: str) -> Square:
        mark, count = mark_on(symbol), beads.get(cell)
        if mark or count is None:
            return Square(square_label(CLASSIC, cell, mark), f"{mark}-{cell % DRAWINGS}" if mark else "", mark)
        label = ngettext("%(square)s, %(count)d bead", "%(square)s, %(count)d beads", count)
        words = {"square": square_title(CLASSIC, cell), "count": count}
        if cell == drawn and not learnt:
            # Translators: the machine drew one of the beads in this square; square is as in "Centre, 4 beads".
            label = _("%(square)s, drawn") % {"square": label % words}
            return Square(label, count=count, beads=beads_of(count), drawn=True)
        here = learnt if cell == drawn else 0
        return Square(label % words, count=count, beads=beads_of(count, here), change=signed(here) if here else "")

    return Box(
        place.box + 1,
        position.text,
        tuple(square(cell, symbol) for cell, symbol in enumerate(position.cells)),
        empty=not any(heaps),
    )


def signed(change: int) -> str:
    """Return a change in beads with its sign, unless it is 0."""
    return f"{change:+d}".replace("-", "\u2212") if change else "0"


def beads_of(count: int, learnt: int = 0) -> tuple[Bead, ...]:
    """Return the beads of a heap of `count`, including those that a game has added or removed."""
    taken, added = max(-learnt, 0), min(max(learnt, 0), count)
    looks = [""] * (count - added) + ["added"] * added + ["taken"] * taken
    if len(looks) > MAX_DRAWN:
        looks = [looks[-1 - taken], *looks[count:]]
    return tuple(_arranged(looks))


def _arranged(looks: Sequence[str]) -> list[Bead]:
    columns = min(COLUMNS, ceil(sqrt(len(looks)))) or 1
    rows = [looks[at : at + columns] for at in range(0, len(looks), columns)]
    left, top = MIDDLE[0] - (columns - 1) * APART // 2, MIDDLE[1] - (len(rows) - 1) * APART // 2
    found: list[Bead] = []
    for down, row in enumerate(rows):
        indent = (columns - len(row)) * APART // 2
        for across, look in enumerate(row):
            aside, below = OFFSETS[len(found) % len(OFFSETS)]
            found.append(Bead(left + indent + across * APART + aside, top + down * APART + below, look))
    return found
