"""Invariants under rotating and mirroring the board."""

import pytest

from games.engine.classic import CLASSIC
from games.engine.symmetry import canonical, equal_moves
from tests.support.boards import board, every_position


def test_there_are_eight_and_they_are_different():
    ways = {tuple(map(symmetry.move, range(9))) for symmetry in CLASSIC.symmetries}
    assert len(ways) == 8
    assert all(sorted(way) == list(range(9)) for way in ways)


def test_lines_stay_lines():
    won = board("XXX OO_ ___")
    assert all(symmetry.position(won).outcome for symmetry in CLASSIC.symmetries)


def test_a_move_goes_where_its_square_goes():
    before = board("XO_ ___ ___")
    for symmetry in CLASSIC.symmetries:
        for cell in before.legal_moves:
            assert symmetry.position(before).play(symmetry.move(cell)) == symmetry.position(before.play(cell))


def test_the_positions_are_765_up_to_symmetry_627_of_them_unfinished():
    standing = {canonical(CLASSIC, position) for position in every_position()}
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
    assert equal_moves(CLASSIC, board(rows)) == groups
