"""The candidate moves of each computer player, checked one by one against the roster's definitions."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from games.engine.classic import CLASSIC, SOLVER, ClassicPosition
from games.engine.policies import choose
from games.engine.position import IllegalMove, Mark, MoveError, Outcome, Position
from tests.support.boards import board, every_position

PERFECT = ("extreme", "bruteforce", "hard", "trickster")


def squares(key: str, rows: str) -> list[int]:
    """Return the squares 1..9 that an opponent considers."""
    return [cell + 1 for cell in CLASSIC.opponents[key].candidates(board(rows))]


def unfinished() -> list[Position]:
    return [position for position in every_position() if not position.outcome]


def against_random(key: str, measure: Callable[[Outcome, Mark], int]) -> Callable[[Position, Mark], Fraction]:
    """Return the expected value of a measure of the outcome if `mark` follows an opponent's policy against random
    play."""

    @cache
    def mean(position: Position, mark: Mark) -> Fraction:
        if position.outcome:
            return Fraction(measure(position.outcome, mark))
        cells = CLASSIC.opponents[key].candidates(position) if position.turn == mark else position.legal_moves
        return sum((mean(position.play(cell), mark) for cell in cells), Fraction()) / len(cells)

    return mean


def best_of(position: Position, cells: tuple[int, ...], mean: Callable[[Position, Mark], Fraction]) -> tuple[int, ...]:
    means = {cell: mean(position.play(cell), position.turn) for cell in cells}
    return tuple(cell for cell in cells if means[cell] == max(means.values()))


@pytest.mark.parametrize("key", PERFECT)
def test_perfect_players_always_keep_the_value(key):
    for position in unfinished():
        assert set(CLASSIC.opponents[key].candidates(position)) <= set(SOLVER.keeping_moves(position))


@pytest.mark.parametrize("key", CLASSIC.opponents)
@pytest.mark.parametrize("rows", ["XXX OO_ ___", "XOX XOO OXX"])
def test_choosing_is_illegal_once_the_game_is_over(key, rows):
    with pytest.raises(IllegalMove) as caught:
        choose(CLASSIC.opponents[key], board(rows))
    assert caught.value.reason is MoveError.OVER


def test_choosing_draws_from_the_candidates():
    assert {choose(CLASSIC.opponents["medium"], board("XX_ X_O _OO")) for _ in range(60)} == {2, 6}


def test_easy_considers_any_empty_square():
    assert squares("easy", "XX_ OO_ ___") == [3, 6, 7, 8, 9]


class TestNormal:
    def test_its_first_answer_is_an_edge(self):
        assert squares("normal", "X__ ___ ___") == [2, 4, 6, 8]
        assert squares("normal", "_X_ ___ ___") == [4, 6, 8]

    def test_otherwise_scans(self):
        for position in unfinished():
            if position.ply != 1:
                assert CLASSIC.opponents["normal"].candidates(position) == CLASSIC.opponents[
                    "extreme-first"
                ].candidates(position)


class TestMedium:
    def test_wins_if_it_can_on_any_such_square(self):
        assert squares("medium", "XX_ X_O _OO") == [3, 7]

    def test_else_blocks_on_any_such_square(self):
        assert squares("medium", "XX_ _O_ ___") == [3]
        assert squares("medium", "_XX X__ _OO") == [7]

    def test_else_considers_any_empty_square(self):
        assert squares("medium", "X__ _O_ ___") == [2, 3, 4, 6, 7, 8, 9]


class TestCentre:
    def test_takes_the_centre_while_eight_squares_are_free(self):
        assert squares("centre", "___ ___ ___") == [5]
        assert squares("centre", "X__ ___ ___") == [5]

    def test_or_a_corner(self):
        assert squares("centre", "___ _X_ ___") == [1, 3, 7, 9]

    def test_then_completes_the_first_line_of_the_scan(self):
        assert squares("centre", "XX_ XO_ _OO") == [3]

    def test_else_blocks_the_first_line_of_the_scan(self):
        assert squares("centre", "XX_ _O_ ___") == [3]

    def test_else_takes_the_first_edge_then_anything(self):
        assert squares("centre", "X__ _O_ ___") == [2]
        assert squares("centre", "XOX OXO OX_") == [9]


class TestCorners:
    def test_completes_on_the_lowest_square(self):
        assert squares("corners", "_X_ XO_ XOO") == [1]

    def test_else_blocks_on_the_lowest_square(self):
        assert squares("corners", "XX_ _O_ ___") == [3]

    def test_else_takes_a_corner_the_centre_an_edge(self):
        assert squares("corners", "X__ _O_ ___") == [3, 7, 9]
        assert squares("corners", "___ ___ ___") == [1, 3, 7, 9]


class TestExtremeFirst:
    def test_its_first_answer_is_the_centre_or_a_corner(self):
        assert squares("extreme-first", "X__ ___ ___") == [5]
        assert squares("extreme-first", "___ _X_ ___") == [1, 3, 7, 9]

    def test_opens_anywhere(self):
        assert squares("extreme-first", "___ ___ ___") == [1, 2, 3, 4, 5, 6, 7, 8, 9]

    def test_stops_at_the_first_line_that_fits_even_if_a_later_one_would_win(self):
        # The top row needs a block; the left column, which would win, is checked later.
        assert squares("extreme-first", "OO_ X__ X__") == [3]

    def test_builds_on_a_line_off_the_corners(self):
        assert squares("extreme-first", "X__ _O_ ___") == [2]

    def test_is_beaten_by_the_published_line(self):
        position = ClassicPosition()
        for ply, number in enumerate([1, 5, 7, 6, 4]):
            if ply % 2:
                assert number - 1 in CLASSIC.opponents["extreme-first"].candidates(position)
            position = position.play(number - 1)
        assert position.outcome.winner == "X"


class TestExtreme:
    def test_keeps_the_choices_of_extreme_first_that_keep_the_value(self):
        first, better = CLASSIC.opponents["extreme-first"], CLASSIC.opponents["extreme"]
        for position in unfinished():
            kept = set(first.candidates(position)) & set(SOLVER.keeping_moves(position))
            assert set(better.candidates(position)) == (kept or set(SOLVER.keeping_moves(position)))


class TestBruteforce:
    def test_takes_the_first_key_of_the_number_pad_that_keeps_the_value(self):
        assert squares("bruteforce", "___ ___ ___") == [7]

    def test_dawdles(self):
        dawdles = [
            position
            for position in unfinished()
            if SOLVER.worth(position).plies == 1
            and SOLVER.worth(position).value == 1
            and SOLVER.worth_of(position, CLASSIC.opponents["bruteforce"].candidates(position)[0]).plies > 1
        ]
        assert dawdles


class TestTrickster:
    def test_takes_the_best_value_keeping_squares_against_random_answers(self):
        # The mean includes its own later choices, so by backward induction no other policy passes.
        mean = against_random(
            "trickster", lambda outcome, mark: (outcome.winner == mark) - (outcome.winner == mark.other)
        )
        for position in unfinished():
            expected = best_of(position, SOLVER.keeping_moves(position), mean)
            assert CLASSIC.opponents["trickster"].candidates(position) == expected


@cache
def can_be_made_to_win(position: Position, mark: Mark) -> bool:
    if position.outcome:
        return position.outcome.winner == mark
    ways = {can_be_made_to_win(position.play(cell), mark) for cell in position.legal_moves}
    return ways == {True} if position.turn == mark else True in ways


class TestGiveaway:
    def test_takes_the_likeliest_losses_among_the_moves_that_cannot_be_forced_to_win(self):
        mean = against_random("giveaway", lambda outcome, mark: outcome.winner == mark.other)
        for position in unfinished():
            moves = position.legal_moves
            safe = tuple(cell for cell in moves if not can_be_made_to_win(position.play(cell), position.turn))
            assert CLASSIC.opponents["giveaway"].candidates(position) == best_of(position, safe or moves, mean)

    def test_never_completes_a_line_it_can_avoid(self):
        assert 3 not in squares("giveaway", "XX_ OO_ ___")

    def test_takes_any_square_by_the_same_measure_if_all_can_be_forced(self):
        assert squares("giveaway", "XOX OXO OX_") == [9]
