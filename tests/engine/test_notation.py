"""How cells are written."""

import pytest

from games.engine.classic import CLASSIC
from games.engine.nine import NUMPAD
from games.engine.notation import cell_at, number_of, rows_of


def test_cells_are_numbered_from_the_top_left():
    assert [number_of(cell) for cell in range(9)] == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_a_number_pad_has_1_at_the_bottom_left():
    assert [NUMPAD[key - 1] for key in (7, 8, 9, 4, 5, 6, 1, 2, 3)] == list(range(9))


def test_coordinates_are_column_and_row_from_the_bottom_left():
    assert cell_at(CLASSIC, 1, 1) == 6
    assert cell_at(CLASSIC, 1, 3) == 0
    assert cell_at(CLASSIC, 3, 1) == 8
    assert cell_at(CLASSIC, 2, 2) == 4


@pytest.mark.parametrize(("column", "row"), [(0, 1), (1, 0), (4, 1), (1, 4)])
def test_there_is_nothing_outside(column, row):
    with pytest.raises(ValueError, match="no such column or row"):
        cell_at(CLASSIC, column, row)


def test_rows_are_read_from_the_top():
    assert rows_of(CLASSIC, "XO_OX___X") == ("XO_", "OX_", "__X")
