"""Verdicts, compared with a second implementation that shares nothing with the solver."""

from functools import cache

from games.engine.analysis import JudgedMove, Verdict, analyse
from games.engine.classic import CLASSIC
from games.engine.position import Mark, Position
from tests.support.boards import board, every_position

BEST, GAVE_AWAY_DRAW, MISSED_WIN = Verdict.BEST, Verdict.GAVE_AWAY_DRAW, Verdict.MISSED_WIN
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


@cache
def result(cells: str, mover: str) -> tuple[int, int]:
    """Return the value to the mover (1, 0 or -1) and the plies to the end under best play, by brute force."""
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
        return BEST
    mistakes = {(0, -1): GAVE_AWAY_DRAW, (1, 0): MISSED_WIN, (1, -1): Verdict.THREW_AWAY}
    return mistakes.get((before[0], after[0]), Verdict.FINE)


def test_every_move_of_every_position_is_judged_as_brute_force_does():
    moves = [(position, cell) for position in every_position() for cell in position.legal_moves]
    assert len(moves) == 16_167
    assert [JudgedMove(CLASSIC, *move).verdict for move in moves] == [judged(*move) for move in moves]


def test_the_style_guides_example_game_has_its_verdicts():
    game = analyse(CLASSIC, CLASSIC.start, [4, 3, 6, 2, 0, 5, 8])
    assert [move.verdict for move in game.moves[:4]] == [BEST, GAVE_AWAY_DRAW, BEST, BEST]
    assert [move.verdict for move in game.moves[4:]] == [MISSED_WIN, GAVE_AWAY_DRAW, BEST]
    assert (game.mistakes(Mark.X), game.mistakes(Mark.O)) == (1, 2)
    assert (game.losing_move(Mark.X), game.losing_move(Mark.O)) == (None, 6)
    assert not game.thrown_away


def test_a_side_lost_from_the_start_has_no_losing_move():
    game = analyse(CLASSIC, board("XX_ OO_ __X"), [5])
    assert game.losing_move(Mark.X) is None
