"""The strength of each computer player: the published figures, and proofs over every game."""

from fractions import Fraction

import pytest

from games.engine.classic import CLASSIC, ClassicPosition
from games.engine.position import Mark
from games.engine.strength import best_adversary, result, seat_strength, shortest_win_against
from games.engine.vanishing import VANISHING

PERFECT = ("extreme", "bruteforce", "hard", "trickster")


@pytest.mark.parametrize("key", PERFECT)
@pytest.mark.parametrize("mark", Mark)
def test_no_adversary_beats_the_perfect_ones(key, mark):
    strength = seat_strength(CLASSIC, CLASSIC.opponents[key], mark)
    assert (strength.best_adversary, strength.beatable, strength.line) == (0, False, None)


@pytest.mark.parametrize("key", CLASSIC.opponents)
def test_giveaway_never_wins(key):
    giveaway = CLASSIC.opponents["giveaway"]
    assert result(CLASSIC, giveaway, CLASSIC.opponents[key]).win == 0
    assert result(CLASSIC, CLASSIC.opponents[key], giveaway).loss == 0


@pytest.mark.parametrize("mark", Mark)
def test_no_adversary_can_make_giveaway_win(mark):
    fresh, seen = [ClassicPosition()], set()
    while fresh:
        position = fresh.pop()
        assert not (position.outcome and position.outcome.winner == mark)
        if position in seen:
            continue
        seen.add(position)
        mine = position.turn == mark
        cells = (
            CLASSIC.opponents["giveaway"].candidates(position)
            if mine and not position.outcome
            else position.legal_moves
        )
        fresh += [position.play(cell) for cell in cells]


def test_the_published_figures_of_easy():
    easy = seat_strength(CLASSIC, CLASSIC.opponents["easy"], Mark.X)
    assert (easy.vs_random.win, easy.vs_random.draw, easy.vs_random.loss) == (
        Fraction(737, 1260),
        Fraction(8, 63),
        Fraction(121, 420),
    )
    assert easy.best_adversary == Fraction(887, 945)


def test_the_published_figures_of_easy_against_hard():
    found = result(CLASSIC, CLASSIC.opponents["easy"], CLASSIC.opponents["hard"])
    assert (found.win, found.draw, found.loss) == (0, Fraction(757, 3402), Fraction(2645, 3402))


@pytest.mark.parametrize("key", CLASSIC.opponents)
@pytest.mark.parametrize("mark", Mark)
def test_the_shortest_line_is_a_game_the_opponent_may_lose(key, mark):
    line = shortest_win_against(CLASSIC, CLASSIC.opponents[key], mark)
    assert (line is None) == (best_adversary(CLASSIC, CLASSIC.opponents[key], mark) == 0)
    position = ClassicPosition()
    for cell in line or ():
        if position.turn == mark:
            assert cell in CLASSIC.opponents[key].candidates(position)
        position = position.play(cell)
    assert line is None or position.outcome.winner == mark.other


def test_if_positions_repeat_the_shortest_line_is_found_or_none():
    hard = VANISHING.opponents["hard"]
    line = shortest_win_against(VANISHING, hard, Mark.O)
    assert len(line) == VANISHING.solver.worth(VANISHING.start).plies
    assert shortest_win_against(VANISHING, hard, Mark.X) is None


def test_extreme_first_falls_in_five_plies():
    assert len(shortest_win_against(CLASSIC, CLASSIC.opponents["extreme-first"], Mark.O)) == 5


@pytest.mark.parametrize("key", CLASSIC.opponents)
def test_results_add_up(key):
    found = result(CLASSIC, CLASSIC.opponents[key], CLASSIC.opponents["easy"])
    assert found.win + found.draw + found.loss == 1
