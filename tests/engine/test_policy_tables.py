"""Tables of numbers give exactly the figures of `strength`."""

from fractions import Fraction

import pytest

from games.engine import strength
from games.engine.classic import CLASSIC
from games.engine.league import entrant
from games.engine.policy_tables import (
    best_adversary,
    graph,
    random_play,
    seat_strength,
    shares,
    shortest_win_against,
    table,
)
from games.engine.position import Mark, Position

ROBOTS = ("-", "wb", "wbftcoke", "wbfsck", "fw", "tsp", "ok")
COMPUTER_PLAYERS = ("giveaway", "normal", "centre", "bruteforce", "hard")  # these treat symmetric positions differently


@pytest.mark.parametrize("key", [*ROBOTS, *COMPUTER_PLAYERS])
@pytest.mark.parametrize("mark", Mark)
def test_an_entrant_of_a_league_has_the_strength_of_the_slow_computation(key, mark):
    one = entrant(key)
    assert one.strength(mark) == strength.seat_strength(CLASSIC, one.opponent, mark)


def test_there_are_627_unfinished_positions_up_to_symmetry_and_4520_in_all():
    assert len(graph(folded=True).positions) == 627
    assert len(graph(folded=False).positions) == 4520


def lopsided(position: Position) -> dict[int, int]:
    """Return a policy by which X marks the first free square three times as often as the last."""
    return {position.legal_moves[-1]: 1, position.legal_moves[0]: 3}


def wins_of_lopsided(position: Position) -> Fraction:
    """Return its probability of winning from here if O always marks the first free square."""
    if position.outcome:
        return Fraction(position.outcome.winner is Mark.X)
    first, last = (wins_of_lopsided(position.play(position.legal_moves[at])) for at in (0, -1))
    return first if position.turn is Mark.O else first * Fraction(3, 4) + last * Fraction(1, 4)


def test_weights_are_relative_probabilities():
    whole = graph(folded=False)
    first = table(whole, Mark.O, lambda position: {position.legal_moves[0]: 1})
    won, drawn, lost = shares(table(whole, Mark.X, lopsided), first)
    assert won == wins_of_lopsided(CLASSIC.start)
    assert won + drawn + lost == 1


def test_a_move_without_weight_is_never_made():
    whole = graph(folded=False)
    always = table(whole, Mark.X, lambda at: {at.legal_moves[0]: 1})
    never_others = table(whole, Mark.X, lambda at: {move: int(move == at.legal_moves[0]) for move in at.legal_moves})
    assert seat_strength(always) == seat_strength(never_others)


class TestGivingUp:
    """A policy without a move to choose gives up, which loses."""

    def test_immediately_loses_every_game(self):
        never = table(graph(folded=True), Mark.X, lambda _position: {})
        assert shares(never, random_play(never.graph, Mark.O)) == (0, 0, 1)
        assert best_adversary(never) == 1
        assert shortest_win_against(never) == ()

    def test_later_loses_only_the_games_that_last_so_long(self):
        once = table(graph(folded=True), Mark.O, lambda at: {at.legal_moves[0]: 1} if at.ply < 2 else {})
        assert shares(random_play(once.graph, Mark.X), once) == (1, 0, 0)
        assert len(shortest_win_against(once)) == 3

    def test_late_does_not_change_earlier_wins(self):
        # It gives up only if its first three marks did not win.
        late = table(graph(folded=True), Mark.X, lambda at: dict.fromkeys(at.legal_moves, 1) if at.ply < 6 else {})
        won, drawn, lost = shares(late, random_play(late.graph, Mark.O))
        assert (won > 0, drawn, lost) == (True, 0, 1 - won)
