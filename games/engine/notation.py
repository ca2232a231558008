"""How cells and positions are written: numbers 1..9, number pad, coordinates, nine symbols."""

from typing import Final

from games.engine.position import Cell

# The cells in the order of a number pad's keys 1..9: its rows from the top are 7 8 9, 4 5 6, 1 2 3.
NUMPAD: Final[tuple[Cell, ...]] = (6, 7, 8, 3, 4, 5, 0, 1, 2)


def number_of(cell: Cell) -> int:
    """What people call a cell: 1..9, row by row from the top left."""
    return cell + 1


def cell_at(column: int, row: int) -> Cell:
    """The cell at a column and row, both 1..3, counted from the bottom left. Raises ValueError outside of that."""
    if column not in range(1, 4) or row not in range(1, 4):
        raise ValueError("column and row are 1 to 3")
    return (3 - row) * 3 + column - 1


def rows_of(cells: str) -> tuple[str, str, str]:
    """Nine symbols as three rows from the top."""
    return cells[:3], cells[3:6], cells[6:]
