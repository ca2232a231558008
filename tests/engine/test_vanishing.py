"""Vanishing: each side has three marks, and a fourth removes its oldest.

A position is written as the side to move, its squares from the oldest mark to the newest, and then the same for the
other side.
"""

from functools import partial

import pytest

from games.engine.position import ImpossiblePosition, Mark, Outcome, PositionError, Termination
from games.engine.solver import Value, Worth
from games.engine.vanishing import SOLVER, VANISHING
from tests.support.boards import board, played

# Both sides cycle through four squares: the position after 6 plies recurs after 14 and, for the third time, after 22.
ROUND = "1 3 2 6 4 7 5 8 "


vanishing = partial(board, variant=VANISHING)


def cells(rows: str) -> str:
    return rows.replace(" ", "")


def test_each_sides_fourth_mark_removes_its_oldest():
    boards = [position.cells for position in played("1 2 3 4 5 6 9 8", VANISHING)[-3:]]
    assert boards == [cells("XOX OXO ___"), cells("_OX OXO __X"), cells("__X OXO _OX")]


def test_the_oldest_is_removed_before_lines_are_checked():
    after = vanishing("X125 O467").play(2)
    assert (after.cells, after.outcome) == (cells("_XX OXO O__"), None)
    assert vanishing("X912 O457").play(2).outcome == Outcome(Mark.X, Termination.LINE, (0, 1, 2))


def test_the_third_occurrence_of_a_position_is_a_draw():
    game = played(ROUND * 2 + "1 3 2 6 4 7", VANISHING)
    assert game[6] == game[14] == game[22]
    assert [game[ply].occurrences for ply in (6, 14, 22)] == [1, 2, 3]
    assert [game[ply].outcome for ply in (6, 14, 21)] == [None] * 3
    assert game[22].outcome == Outcome(None, Termination.REPEATED)
    assert game[22].legal_moves == ()


def test_a_move_to_a_third_occurrence_is_worth_a_draw():
    before = played(ROUND * 2 + "1 3 2 6 4", VANISHING)[-1]
    assert SOLVER.worth_of(before, 6) == Worth(Value.DRAW, 0)
    assert SOLVER.worth_of(VANISHING.position(before.text), 6) != Worth(Value.DRAW, 0)


def test_computer_players_ignore_the_history_of_a_position():
    game = played(ROUND + "1 3 2 6 4 7", VANISHING)
    for opponent in VANISHING.opponents.values():
        assert opponent.policy(game[6]) == opponent.policy(game[14])


@pytest.mark.parametrize(
    ("inks", "text"),
    [
        ("___ ___ ___", "XO"),
        ("X__ ___ ___", "OX1"),
        ("XO_ X__ __O", "X14O29"),
        ("XXX OO_ ___", "O45X123"),
        ("XXX OO_ _O_", "O458X123"),
        ("XX_ OOO X__", "X127O456"),
    ],
)
def test_a_position_is_found_from_its_drawing(inks, text):
    found = VANISHING.drawn(cells(inks))
    assert (found.text, found.cells) == (text, cells(inks))


@pytest.mark.parametrize(
    ("inks", "reason"),
    [
        ("X__", PositionError.LENGTH),
        ("XXX X__ OOO", PositionError.COUNTS),
        ("XX_ ___ ___", PositionError.COUNTS),
        ("XXX OOO ___", PositionError.PLAYED_ON),
    ],
)
def test_an_impossible_drawing_says_why(inks, reason):
    with pytest.raises(ImpossiblePosition) as caught:
        VANISHING.drawn(cells(inks))
    assert caught.value.reason is reason
