"""Leagues of robots and computer players."""

import time
from fractions import Fraction
from itertools import permutations, product

import pytest

from games.engine.classic import CLASSIC
from games.engine.league import Pairing, entrant, pairings, standings
from games.engine.robots import BadLetters, robot
from games.engine.strength import result

KEYS = ("wb", "-", "corners", "wbftcoke", "hard")


def opponent(key):
    return CLASSIC.opponents.get(key) or robot(key)


@pytest.fixture(scope="module")
def league() -> list[Pairing]:
    return list(pairings([entrant(key) for key in KEYS]))


def test_an_entrant_is_a_computer_player_or_a_robot():
    assert entrant("hard").opponent is CLASSIC.opponents["hard"]
    assert entrant("wb").key == "wb"
    with pytest.raises(BadLetters):
        entrant("harder")


def test_each_entrant_plays_everyone_and_itself_in_both_seats(league):
    assert [(one.x, one.o) for one in league] == list(product(range(len(KEYS)), repeat=2))


def test_results_equal_those_of_the_slow_computation(league):
    for one in league:
        slow = result(CLASSIC, opponent(KEYS[one.x]), opponent(KEYS[one.o]))
        assert (one.win, one.draw, one.loss) == (slow.win, slow.draw, slow.loss)


def test_pairings_are_yielded_one_at_a_time():
    found = pairings([entrant("wb"), entrant("-")])
    first = next(found)
    assert (first.x, first.o) == (0, 0)
    assert len(list(found)) == 3


class TestStandings:
    def test_count_every_game_except_against_itself(self, league):
        for row in standings(league):
            assert row.wins + row.draws + row.losses == 2 * (len(KEYS) - 1)

    def test_add_up_the_results_of_both_seats(self):
        half, nothing = Fraction(1, 2), Fraction()
        won, drawn = Pairing(0, 1, Fraction(1), nothing, nothing), Pairing(1, 0, half, half, nothing)
        first, second = standings([won, drawn])
        assert (first.entrant, first.wins, first.draws, first.losses) == (0, 1, half, half)
        assert (second.entrant, second.wins, second.draws, second.losses) == (1, half, half, 1)
        assert (first.points, second.points) == (Fraction(5, 2), Fraction(3, 2))

    def test_put_more_points_first(self, league):
        table = standings(league)
        assert [row.points for row in table] == sorted((row.points for row in table), reverse=True)
        assert KEYS[table[0].entrant] == "hard"
        assert KEYS[table[-1].entrant] == "-"

    def test_break_ties_by_wins(self):
        one, nothing = Fraction(1), Fraction()
        games = [Pairing(0, 1, nothing, one, nothing), Pairing(0, 1, nothing, one, nothing)]
        games += [Pairing(2, 3, one, nothing, nothing), Pairing(2, 3, nothing, nothing, one)]
        assert [(row.place, row.entrant) for row in standings(games)] == [(1, 2), (1, 3), (3, 0), (3, 1)]

    def test_let_equals_share_a_place(self):
        twins = [entrant("wb"), entrant("medium"), entrant("-")]
        assert [(row.place, row.entrant) for row in standings(pairings(twins))] == [(1, 0), (1, 1), (3, 2)]

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
