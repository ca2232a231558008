"""What is the same when the board is turned or mirrored."""

import pytest

from games.engine.position import Position
from games.engine.symmetry import SYMMETRIES, canonical, equal_moves
from tests.engine.boards import board, every_position


def test_there_are_eight_and_they_are_different():
    assert len(set(SYMMETRIES)) == 8
    assert all(sorted(way) == list(range(9)) for way in SYMMETRIES)


def test_lines_stay_lines():
    won = board("XXX OO_ ___")
    assert all(Position("".join(won.cells[cell] for cell in way)).outcome for way in SYMMETRIES)


def test_the_positions_are_765_up_to_symmetry_627_of_them_unfinished():
    standing = {canonical(position) for position in every_position()}
    assert len(standing) == 765
    assert sum(position.outcome is None for position in standing) == 627


@pytest.mark.parametrize(
    ("rows", "groups"),
    [
        ("___ ___ ___", ((0, 2, 6, 8), (1, 3, 5, 7), (4,))),
        ("X__ ___ ___", ((1, 3), (2, 6), (4,), (5, 7), (8,))),
        ("X__ _O_ __X", ((1, 3, 5, 7), (2, 6))),
        ("XO_ ___ ___", ((2,), (3,), (4,), (5,), (6,), (7,), (8,))),
        ("XXX OO_ ___", ()),
    ],
)
def test_moves_that_symmetry_makes_equal_go_together(rows, groups):
    assert equal_moves(board(rows)) == groups
