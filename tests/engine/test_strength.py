"""The strength of computer players: the published figures, and shortest wins against each."""

from fractions import Fraction

import pytest

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.strength import best_adversary, result, seat_strength, shortest_win_against
from games.engine.vanishing import VANISHING


def test_the_published_figures_of_easy():
    easy = seat_strength(CLASSIC, CLASSIC.opponents["easy"], Mark.X)
    figures = Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420)
    assert (easy.vs_random.win, easy.vs_random.draw, easy.vs_random.loss) == figures
    assert easy.best_adversary == Fraction(887, 945)


def test_easy_has_the_published_figures_against_hard():
    found = result(CLASSIC, CLASSIC.opponents["easy"], CLASSIC.opponents["hard"])
    assert (found.win, found.draw, found.loss) == (0, Fraction(757, 3402), Fraction(2645, 3402))


@pytest.mark.parametrize("key", CLASSIC.opponents)
@pytest.mark.parametrize("mark", Mark)
def test_the_shortest_win_is_a_game_that_the_opponent_may_lose(key, mark):
    line = shortest_win_against(CLASSIC, CLASSIC.opponents[key], mark)
    assert (line is None) == (best_adversary(CLASSIC, CLASSIC.opponents[key], mark) == 0)
    position = CLASSIC.start
    for cell in line or ():
        if position.turn == mark:
            assert cell in CLASSIC.opponents[key].candidates(position)
        position = position.play(cell)
    assert line is None or position.outcome.winner == mark.other


def test_the_shortest_win_against_almost_extreme_is_the_published_one():
    line = shortest_win_against(CLASSIC, CLASSIC.opponents["extreme-first"], Mark.O)
    assert [CLASSIC.label(cell) for cell in line] == ["1", "5", "7", "6", "4"]


def test_where_positions_repeat_the_shortest_win_is_found_or_none():
    hard = VANISHING.opponents["hard"]
    line = shortest_win_against(VANISHING, hard, Mark.O)
    assert len(line) == VANISHING.solver.worth(VANISHING.start).plies
    assert shortest_win_against(VANISHING, hard, Mark.X) is None
