"""Nine squares that X and O mark in turn."""

import tracemalloc
from itertools import product

import pytest

from games.engine.classic import ClassicPosition
from games.engine.position import ImpossiblePosition, Mark, Outcome, Termination
from tests.support.boards import board, every_position


def test_positions_are_exactly_the_reachable_boards():
    possible = set()
    for symbols in product("XO_", repeat=9):
        try:
            possible.add(ClassicPosition("".join(symbols)))
        except ImpossiblePosition:
            continue
    assert possible == every_position()


@pytest.mark.parametrize(
    ("rows", "winner", "line"),
    [
        ("XXX OO_ ___", "X", (0, 1, 2)),
        ("OO_ XXX ___", "X", (3, 4, 5)),
        ("XO_ XO_ _OX", "O", (1, 4, 7)),
        ("XXO _O_ OX_", "O", (2, 4, 6)),
    ],
)
def test_three_in_a_line_win(rows, winner, line):
    assert board(rows).outcome == Outcome(Mark(winner), Termination.LINE, line)


def test_a_full_board_without_a_line_is_a_draw_and_until_then_the_game_goes_on():
    assert board("XOX XOO OXX").outcome == Outcome(None, Termination.FULL)
    assert board("XX_ OO_ ___").outcome is None


def test_malformed_positions_are_not_cached():
    # Anyone may send any text, and caching them all would exhaust the memory.
    texts = ["z" * 50_000 + str(number) for number in range(200)]
    tracemalloc.start()
    try:
        for number, text in enumerate(texts):
            with pytest.raises(ImpossiblePosition):
                ClassicPosition(f"{text}!")
            with pytest.raises(ImpossiblePosition):
                ClassicPosition(f"z{number:08}")
        kept, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 1_000_000
