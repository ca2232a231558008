"""Rotating and mirroring the board. test_variants.py checks that it leaves every game unchanged."""

import pytest

from games.engine.classic import CLASSIC
from games.engine.retrograde import graph_up_to_symmetry
from games.engine.symmetry import equal_moves
from tests.support.boards import board


def test_there_are_eight_different_symmetries():
    ways = {tuple(map(symmetry.move, range(9))) for symmetry in CLASSIC.symmetries}
    assert len(ways) == 8
    assert all(sorted(way) == list(range(9)) for way in ways)


def test_765_positions_of_the_classic_game_differ_by_more_than_symmetry():
    assert len(graph_up_to_symmetry(CLASSIC)) == 765


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
def test_moves_that_are_equal_by_symmetry_are_grouped(rows, groups):
    assert equal_moves(CLASSIC, board(rows)) == groups
