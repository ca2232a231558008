"""The policies that fit every game."""

from games.engine.policies import medium
from tests.support.boards import board


def test_medium_wins_at_once_if_it_can():
    assert medium(board("XX_ OO_ ___")) == (2,)


def test_medium_prevents_an_immediate_loss():
    assert medium(board("XX_ O__ ___")) == (2,)


def test_medium_considers_any_move_if_nothing_helps_and_if_nothing_threatens():
    assert medium(board("X_X _O_ X_O")) == (1, 3, 5, 7)
    assert medium(board("X__ _O_ ___")) == (1, 2, 3, 5, 6, 7, 8)
