"""Solving a game backwards from its final positions."""

import pytest

from games.engine.classic import CLASSIC
from games.engine.retrograde import graph_of, graph_up_to_symmetry, worths_of
from games.engine.solver import Value, Worth
from games.engine.vanishing import VANISHING
from tests.support.boards import board


def test_the_graph_has_the_position_after_each_legal_move():
    graph = graph_of(CLASSIC)
    assert graph[board("XX_ OO_ XO_")] == {
        2: board("XXX OO_ XO_"),
        5: board("XX_ OOX XO_"),
        8: board("XX_ OO_ XOX"),
    }
    assert graph[board("XXX OO_ ___")] == {}


@pytest.mark.slow
def test_equivalent_positions_are_merged():
    graph = graph_of(VANISHING)
    assert board("X124 O367", VANISHING) in graph
    assert board("O124 X367", VANISHING) not in graph


def test_merging_symmetric_positions_leaves_765_of_the_classic_game():
    assert len(graph_up_to_symmetry(CLASSIC)) == 765
    assert board("___ ___ __X") not in graph_up_to_symmetry(CLASSIC)


@pytest.mark.slow
def test_a_position_in_which_neither_side_can_force_a_win_is_a_draw():
    worths = worths_of(VANISHING)
    assert worths[board("OX1", VANISHING)] == Worth(Value.DRAW, 0)
    assert worths[board("OX2", VANISHING)] == Worth(Value.LOSS, 12)
