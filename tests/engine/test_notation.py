"""How cells are written."""

import pytest

from games.engine.classic import CLASSIC
from games.engine.notation import as_value, cell_at, rows_of
from games.engine.position import IllegalMove


def test_people_number_squares_from_the_top_left():
    labels = [CLASSIC.label(cell) for cell in range(9)]
    assert labels == ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
    assert [CLASSIC.labelled(label) for label in labels] == list(range(9))
    assert [as_value(CLASSIC, cell) for cell in range(9)] == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("text", ["", "0", "10", "-1", "x", "²", "1 "])
def test_a_malformed_square_is_refused(text):
    with pytest.raises(IllegalMove):
        CLASSIC.labelled(text)


@pytest.mark.parametrize("record", ["9", "4x", "4 0", "-1", "٣"])
def test_a_malformed_record_is_refused(record):
    with pytest.raises(IllegalMove):
        CLASSIC.moves(record)


def test_coordinates_are_column_and_row_from_the_bottom_left():
    assert cell_at(CLASSIC, 1, 1) == 6
    assert cell_at(CLASSIC, 1, 3) == 0
    assert cell_at(CLASSIC, 3, 1) == 8
    assert cell_at(CLASSIC, 2, 2) == 4


@pytest.mark.parametrize(("column", "row"), [(0, 1), (1, 0), (4, 1), (1, 4)])
def test_coordinates_off_the_board_are_refused(column, row):
    with pytest.raises(ValueError, match="no such column or row"):
        cell_at(CLASSIC, column, row)


def test_rows_are_read_from_the_top():
    assert rows_of(CLASSIC, "XO_OX___X") == ("XO_", "OX_", "__X")
