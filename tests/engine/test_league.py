"""Leagues of robots and computer players."""

import time
from fractions import Fraction
from itertools import permutations

import pytest

from games.engine.classic import CLASSIC
from games.engine.league import entrant, pairings, standings
from games.engine.robots import BadLetters
from games.engine.strength import Result

KEYS = ("wb", "-", "corners", "wbftcoke", "hard")


def test_an_entrant_is_a_computer_player_or_a_robot():
    assert entrant("hard") is CLASSIC.opponents["hard"]
    assert entrant("wb").key == "wb"
    with pytest.raises(BadLetters):
        entrant("harder")


class TestStandings:
    def test_put_the_strongest_first_and_count_every_game_except_against_itself(self):
        table = standings(pairings([entrant(key) for key in KEYS]))
        assert [KEYS[row.entrant] for row in (table[0], table[-1])] == ["hard", "-"]
        assert [row.points for row in table] == sorted((row.points for row in table), reverse=True)
        assert {row.wins + row.draws + row.losses for row in table} == {2 * (len(KEYS) - 1)}

    def test_add_up_the_results_of_both_seats(self):
        half, won = Fraction(1, 2), Result(Fraction(1), Fraction(), Fraction())
        first, second = standings({(0, 1): won, (1, 0): Result(half, half, Fraction())})
        assert (first.entrant, first.wins, first.draws, first.losses) == (0, 1, half, half)
        assert (second.entrant, second.wins, second.draws, second.losses) == (1, half, half, 1)
        assert (first.points, second.points) == (Fraction(5, 2), Fraction(3, 2))

    def test_break_ties_by_wins(self):
        won, drawn = (Result(*map(Fraction, shares)) for shares in ((1, 0, 0), (0, 1, 0)))
        games = {(0, 1): drawn, (1, 0): drawn, (2, 3): won, (3, 2): won}
        assert [(row.place, row.entrant) for row in standings(games)] == [(1, 2), (1, 3), (3, 0), (3, 1)]

    def test_have_a_row_for_a_single_entrant(self):
        (row,) = standings(pairings([entrant("wb")]))
        assert (row.place, row.points) == (1, 0)


def test_a_league_of_forty_takes_seconds():
    # It usually takes one second. Only this process's CPU time counts, so a busy machine does not matter.
    keys = ["".join(rules) for length in (1, 2, 3) for rules in permutations("spoe", length)]
    assert len(keys) == 40
    began = time.process_time()
    standings(pairings([entrant(key) for key in keys]))
    assert time.process_time() - began < 10
