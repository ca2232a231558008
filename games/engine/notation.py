"""Squares and moves as people write them: by numbers from 1, or by column and row."""

from games.engine.position import Cell, Move
from games.engine.variant import Variant


def as_value(variant: Variant, move: Move) -> int | str:
    """Return a move's label for JSON, as an int if it is a number."""
    label = variant.label(move)
    return int(label) if label.isdigit() else label


def cell_at(variant: Variant, column: int, row: int) -> Cell:
    """Return the cell at a column and row, both counted from 1 at the bottom left. Raises ValueError off the board."""
    columns, rows = variant.columns, variant.squares // variant.columns
    if column not in range(1, columns + 1) or row not in range(1, rows + 1):
        raise ValueError("there is no such column or row")
    return (rows - row) * columns + column - 1


def rows_of(variant: Variant, cells: str) -> tuple[str, ...]:
    """Return the symbols of all squares, row by row from the top."""
    return tuple(cells[first : first + variant.columns] for first in range(0, variant.squares, variant.columns))
