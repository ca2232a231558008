"""How cells are written. test_variants.py checks each game."""

import pytest

from games.engine.classic import CLASSIC
from games.engine.position import IllegalMove


@pytest.mark.parametrize("text", ["", "0", "10", "-1", "x", "²", "1 "])
def test_a_malformed_square_is_refused(text):
    with pytest.raises(IllegalMove):
        CLASSIC.labelled(text)


@pytest.mark.parametrize("record", ["9", "4x", "4 0", "-1", "٣"])
def test_a_malformed_record_is_refused(record):
    with pytest.raises(IllegalMove):
        CLASSIC.moves(record)


@pytest.mark.parametrize(("column", "row", "cell"), [(1, 1, 6), (1, 3, 0), (3, 1, 8), (2, 2, 4)])
def test_coordinates_are_column_and_row_from_the_bottom_left(column, row, cell):
    assert CLASSIC.cell_at(column, row) == cell


@pytest.mark.parametrize(("column", "row"), [(0, 1), (1, 0), (4, 1), (1, 4)])
def test_coordinates_off_the_board_are_refused(column, row):
    with pytest.raises(ValueError, match="no such column or row"):
        CLASSIC.cell_at(column, row)


def test_rows_are_read_from_the_top():
    assert CLASSIC.rows_of("XO_OX___X") == ("XO_", "OX_", "__X")
