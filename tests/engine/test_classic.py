"""The moves that each computer player of the classic game considers, checked against its definition."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from games.engine.classic import CLASSIC, SOLVER
from games.engine.nine import NUMPAD
from games.engine.policies import choose
from games.engine.position import IllegalMove, Mark, MoveError, Outcome, Position
from tests.support.boards import board, every_position

UNFINISHED = [position for position in every_position() if not position.outcome]


def candidates(key: str, position: Position) -> tuple[int, ...]:
    return CLASSIC.opponents[key].candidates(position)


@pytest.mark.parametrize(
    ("key", "rows", "squares"),
    [
        # As second player, Normal starts on an edge.
        ("normal", "X__ ___ ___", [2, 4, 6, 8]),
        ("normal", "_X_ ___ ___", [4, 6, 8]),
        # Centre starts in the centre if it is free, otherwise in a corner. Then it completes the first line of the
        # scan, or blocks the first, or takes the first edge, or any square.
        ("centre", "___ ___ ___", [5]),
        ("centre", "X__ ___ ___", [5]),
        ("centre", "___ _X_ ___", [1, 3, 7, 9]),
        ("centre", "XX_ XO_ _OO", [3]),
        ("centre", "XX_ _O_ ___", [3]),
        ("centre", "X__ _O_ ___", [2]),
        ("centre", "XOX OXO OX_", [9]),
        # Corners completes or blocks a line on the lowest square. Otherwise it takes a corner, the centre or an edge.
        ("corners", "_X_ XO_ XOO", [1]),
        ("corners", "XX_ _O_ ___", [3]),
        ("corners", "X__ _O_ ___", [3, 7, 9]),
        ("corners", "___ ___ ___", [1, 3, 7, 9]),
        # As second player, Almost Extreme starts in the centre if it is free, otherwise in a corner.
        ("extreme-first", "X__ ___ ___", [5]),
        ("extreme-first", "___ _X_ ___", [1, 3, 7, 9]),
        ("extreme-first", "___ ___ ___", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        # It stops at the first line that fits: the top row needs a block, and the left column, which would win, is
        # checked later.
        ("extreme-first", "OO_ X__ X__", [3]),
        # It extends a line outside the corners.
        ("extreme-first", "X__ _O_ ___", [2]),
    ],
)
def test_a_computer_player_follows_its_rules(key, rows, squares):
    assert [cell + 1 for cell in candidates(key, board(rows))] == squares


def test_after_its_first_move_normal_plays_like_almost_extreme():
    for position in UNFINISHED:
        if position.ply != 1:
            assert candidates("normal", position) == candidates("extreme-first", position)


def test_brute_force_takes_the_first_key_of_the_number_pad_that_keeps_the_value():
    for position in UNFINISHED:
        assert candidates("bruteforce", position) == (min(SOLVER.keeping_moves(position), key=NUMPAD.index),)


def against_random(key: str, measure: Callable[[Outcome, Mark], int]) -> Callable[[Position, Mark], Fraction]:
    """Return a function that computes the expected value of a measure of the outcome if `mark` follows an opponent's
    policy against random play."""

    @cache
    def mean(position: Position, mark: Mark) -> Fraction:
        if position.outcome:
            return Fraction(measure(position.outcome, mark))
        cells = candidates(key, position) if position.turn == mark else position.legal_moves
        return sum((mean(position.play(cell), mark) for cell in cells), Fraction()) / len(cells)

    return mean


def best_of(position: Position, cells: tuple[int, ...], mean: Callable[[Position, Mark], Fraction]) -> tuple[int, ...]:
    means = {cell: mean(position.play(cell), position.turn) for cell in cells}
    return tuple(cell for cell in cells if means[cell] == max(means.values()))


def test_trickster_takes_the_value_keeping_squares_with_the_best_result_against_random_answers():
    # The mean includes its own later choices, so by backward induction no other policy passes.
    mean = against_random("trickster", lambda outcome, mark: (outcome.winner == mark) - (outcome.winner == mark.other))
    for position in UNFINISHED:
        assert candidates("trickster", position) == best_of(position, SOLVER.keeping_moves(position), mean)


@cache
def can_be_made_to_win(position: Position, mark: Mark) -> bool:
    if position.outcome:
        return position.outcome.winner == mark
    ways = {can_be_made_to_win(position.play(cell), mark) for cell in position.legal_moves}
    return ways == {True} if position.turn == mark else True in ways


def test_giveaway_takes_the_likeliest_losses_among_the_moves_after_which_it_cannot_be_made_to_win():
    mean = against_random("giveaway", lambda outcome, mark: outcome.winner == mark.other)
    for position in UNFINISHED:
        moves = position.legal_moves
        safe = tuple(cell for cell in moves if not can_be_made_to_win(position.play(cell), position.turn))
        assert candidates("giveaway", position) == best_of(position, safe or moves, mean)


def test_choosing_draws_from_the_candidates():
    assert {choose(CLASSIC.opponents["medium"], board("XX_ X_O _OO")) for _ in range(60)} == {2, 6}


@pytest.mark.parametrize("rows", ["XXX OO_ ___", "XOX XOO OXX"])
def test_choosing_is_illegal_once_the_game_is_over(rows):
    with pytest.raises(IllegalMove) as caught:
        choose(CLASSIC.opponents["easy"], board(rows))
    assert caught.value.reason is MoveError.OVER
