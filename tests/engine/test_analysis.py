"""Verdicts, compared with a second implementation that shares nothing with the solver."""

from functools import cache

import pytest

from games.engine.analysis import JudgedMove, Verdict, analyse
from games.engine.classic import CLASSIC
from games.engine.position import Mark, Position
from tests.support.boards import board, every_position

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


@cache
def result(cells: str, mover: str) -> tuple[int, int]:
    """Brute force over plain strings: (1, 0 or -1 for the mover, plies to the end under best play)."""
    other = "O" if mover == "X" else "X"
    if any(all(cells[int(cell)] == other for cell in line) for line in LINES):
        return -1, 0
    after = [cells[:cell] + mover + cells[cell + 1 :] for cell in range(9) if cells[cell] == "_"]
    if not after:
        return 0, 0
    ends = [(-value, plies + 1) for value, plies in (result(one, other) for one in after)]
    best = max(value for value, _plies in ends)
    lengths = [plies for value, plies in ends if value == best]
    return best, min(lengths) if best == 1 else max(lengths)


def judged(position: Position, cell: int) -> Verdict:
    """Return the verdict found by brute force."""
    mover = "X" if position.cells.count("X") == position.cells.count("O") else "O"
    before = result(position.cells, mover)
    value, plies = result(position.cells[:cell] + mover + position.cells[cell + 1 :], "O" if mover == "X" else "X")
    after = -value, plies + 1
    if after == before:
        return Verdict.BEST
    return {
        (0, -1): Verdict.GAVE_AWAY_DRAW,
        (1, 0): Verdict.MISSED_WIN,
        (1, -1): Verdict.THREW_AWAY,
    }.get((before[0], after[0]), Verdict.FINE)


def test_every_move_of_every_position_is_judged_as_brute_force_does():
    moves = [(position, cell) for position in every_position() for cell in position.legal_moves]
    assert len(moves) == 16_167
    assert [JudgedMove(CLASSIC, *move).verdict for move in moves] == [judged(*move) for move in moves]


@pytest.mark.parametrize(
    ("rows", "square", "verdict", "better"),
    [
        ("___ ___ ___", 2, Verdict.BEST, ()),
        ("X__ ___ ___", 2, Verdict.GAVE_AWAY_DRAW, (4,)),
        ("__O OX_ X__", 1, Verdict.MISSED_WIN, (7, 8)),
        ("XX_ OO_ ___", 9, Verdict.THREW_AWAY, (2,)),
        ("XX_ OO_ ___", 3, Verdict.BEST, ()),
        ("XO_ ___ ___", 3, Verdict.MISSED_WIN, (3, 4, 6)),
    ],
)
def test_a_judged_move_has_a_verdict_and_the_better_moves(rows, square, verdict, better):
    move = JudgedMove(CLASSIC, board(rows), square - 1)
    assert (move.verdict, move.better) == (verdict, better)


def test_the_game_of_the_pictures():
    game = analyse(CLASSIC, CLASSIC.start, [4, 3, 6, 2, 0, 5, 8])
    assert [str(move.verdict) for move in game.moves] == [
        "best", "gave away a draw", "best", "best", "missed a win", "gave away a draw", "best",
    ]  # fmt: skip
    assert (game.mistakes(Mark.X), game.mistakes(Mark.O)) == (1, 2)
    assert (game.losing_move(Mark.X), game.losing_move(Mark.O)) == (None, 6)
    assert not game.thrown_away


def test_a_side_lost_from_the_start_has_no_losing_move():
    game = analyse(CLASSIC, board("XX_ OO_ __X"), [5])
    assert game.losing_move(Mark.X) is None
