"""Nine squares that X and O mark in turn."""

import tracemalloc
from itertools import product

import pytest

from games.engine.classic import ClassicPosition
from games.engine.position import IllegalMove, ImpossiblePosition, Mark, MoveError, Outcome, PositionError, Termination
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
        ("XX_ X__ OOO", "O", (6, 7, 8)),
        ("XO_ XO_ X__", "X", (0, 3, 6)),
        ("XO_ XO_ _OX", "O", (1, 4, 7)),
        ("XO_ OX_ __X", "X", (0, 4, 8)),
        ("XXO _O_ OX_", "O", (2, 4, 6)),
    ],
)
def test_three_in_a_line_win(rows, winner, line):
    assert board(rows).outcome == Outcome(Mark(winner), Termination.LINE, line)


def test_a_full_board_without_a_line_is_a_draw_and_until_then_the_game_goes_on():
    assert board("XOX XOO OXX").outcome == Outcome(None, Termination.FULL)
    assert board("XX_ OO_ ___").outcome is None


def test_x_starts_and_the_sides_take_turns():
    assert [board(rows).turn for rows in ("___ ___ ___", "X__ ___ ___", "XO_ ___ ___")] == ["X", "O", "X"]


def test_playing_makes_a_new_position():
    before = board("X__ ___ ___")
    assert before.play(4) == board("X__ _O_ ___")
    assert before == board("X__ ___ ___")


@pytest.mark.parametrize(
    ("rows", "cell", "reason"),
    [
        ("X__ ___ ___", 9, MoveError.NOT_A_SQUARE),
        ("X__ ___ ___", -1, MoveError.NOT_A_SQUARE),
        ("X__ ___ ___", 0, MoveError.TAKEN),
        ("XXX OO_ ___", 8, MoveError.OVER),
        ("XXX OO_ ___", 0, MoveError.OVER),
    ],
)
def test_an_illegal_move_says_why(rows, cell, reason):
    with pytest.raises(IllegalMove) as caught:
        board(rows).play(cell)
    assert caught.value.reason is reason


def test_a_finished_game_has_no_legal_moves():
    assert board("XXX OO_ ___").legal_moves == ()
    assert board("X__ _O_ ___").legal_moves == (1, 2, 3, 5, 6, 7, 8)


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("X", PositionError.LENGTH),
        ("XX________", PositionError.LENGTH),
        ("XO__x____", PositionError.SYMBOLS),
        ("?X_______", PositionError.SYMBOLS),
        ("________x", PositionError.SYMBOLS),
        ("XO_\u200b_____", PositionError.SYMBOLS),
        ("XX_______", PositionError.COUNTS),
        ("O________", PositionError.COUNTS),
        ("XXXOOO___", PositionError.TWO_WINNERS),
        ("XXXOO_O__", PositionError.PLAYED_ON),
        ("OOOXX_XX_", PositionError.PLAYED_ON),
    ],
)
def test_an_impossible_position_says_why(cells, reason):
    with pytest.raises(ImpossiblePosition) as caught:
        ClassicPosition(cells)
    assert caught.value.reason is reason


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


def test_one_mark_may_complete_two_lines():
    assert board("XXX XOO XOO").outcome.winner == Mark.X
