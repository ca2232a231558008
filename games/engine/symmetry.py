"""The eight ways to turn and mirror the board, and what is the same under them."""

from functools import cache
from typing import Final

from games.engine.position import Cell, Position

_TURNED: Final = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # a quarter to the right: cell i shows what was on cell _TURNED[i]
_MIRRORED: Final = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def _all() -> tuple[tuple[Cell, ...], ...]:
    found = []
    for start in (tuple(range(9)), _MIRRORED):
        for _quarter in range(4):
            found.append(start)
            start = tuple(start[cell] for cell in _TURNED)
    return tuple(found)


SYMMETRIES: Final[tuple[tuple[Cell, ...], ...]] = _all()


def turned(position: Position, way: tuple[Cell, ...]) -> Position:
    """A position turned or mirrored in one of the eight ways: cell i shows what was on cell way[i]."""
    return Position("".join(position.cells[cell] for cell in way))


@cache
def canonical(position: Position) -> Position:
    """The one of the eight equal positions that stands for all: the first in the alphabet."""
    return min((turned(position, way) for way in SYMMETRIES), key=lambda equal: equal.cells)


@cache
def equal_moves(position: Position) -> tuple[tuple[Cell, ...], ...]:
    """The legal moves in groups that the position's own symmetries make equal; groups and cells ascending."""
    own = [way for way in SYMMETRIES if "".join(position.cells[cell] for cell in way) == position.cells]
    groups = {tuple(sorted({way.index(cell) for way in own})) for cell in position.legal_moves}
    return tuple(sorted(groups))
