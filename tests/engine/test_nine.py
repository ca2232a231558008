"""Nine squares that X and O mark in turn."""

import tracemalloc
from itertools import product

import pytest

from games.engine.classic import ClassicPosition
from games.engine.position import ImpossiblePosition
from tests.support.boards import every_position


def test_positions_are_exactly_the_reachable_boards():
    possible = set()
    for symbols in product("XO_", repeat=9):
        try:
            possible.add(ClassicPosition("".join(symbols)))
        except ImpossiblePosition:
            continue
    assert possible == every_position()


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
