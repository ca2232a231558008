"""The strength of computer players: the published figures, and every figure computed a second time by the rules alone.
tests/opponents/words/test_odds.py checks the stored figures of all games."""

from fractions import Fraction
from functools import cache

import pytest

from games.engine import endless
from games.engine.classic import CLASSIC
from games.engine.league import entrant
from games.engine.misere import MISERE
from games.engine.policies import Answering, Opponent, choose
from games.engine.position import Mark, Move, Position
from games.engine.strength import (
    best_adversary,
    result,
    seat_strength,
    shortest_win_against,
)
from games.engine.vanishing import VANISHING
from tests.support.boards import board
from tests.support.mirror import MIRROR

ROBOTS = ("-", "wbftcoke", "wbfsck", "fw", "tsp", "ok")
COMPUTER_PLAYERS = ("giveaway", "normal", "centre", "bruteforce", "hard")  # these treat symmetric positions differently
EASY = CLASSIC.opponents["easy"]


@cache
def mean(x: Opponent, o: Opponent, position: Position, last: Move | None = None) -> tuple[Fraction, ...]:
    """Return the probabilities that X wins, draws and loses from here, by playing out every game."""
    if position.outcome:
        return tuple(Fraction(position.outcome.winner is winner) for winner in (Mark.X, None, Mark.O))
    moves = (x if position.turn is Mark.X else o).candidates(position, last)
    after = [mean(x, o, position.play(move), move if MIRROR in (x, o) else None) for move in moves]
    return tuple(sum(shares) / len(moves) for shares in zip(*after, strict=True))


@cache
def highest(opponent: Opponent, mark: Mark, position: Position) -> Fraction:
    """Return the highest probability of beating an opponent from here."""
    if position.outcome:
        return Fraction(position.outcome.winner is mark.other)
    moves = opponent.candidates(position) if position.turn is mark else position.legal_moves
    after = [highest(opponent, mark, position.play(move)) for move in moves]
    return sum(after) / len(moves) if position.turn is mark else max(after)


@pytest.mark.parametrize("key", [*ROBOTS, *COMPUTER_PLAYERS])
def test_every_figure_is_that_of_all_games_played_out(key):
    one = entrant(key)
    for other in (EASY, entrant("wb"), entrant("corners"), one):
        assert result(CLASSIC, one, other) == mean(one, other, CLASSIC.start)
    as_x, as_o = (seat_strength(CLASSIC, one, mark) for mark in Mark)
    assert as_x.vs_random == mean(one, EASY, CLASSIC.start)
    assert as_o.vs_random == mean(EASY, one, CLASSIC.start)[::-1]
    for mark, seat in zip(Mark, (as_x, as_o), strict=True):
        assert seat.best_adversary == highest(one, mark, CLASSIC.start)
        assert (seat.line is None) == (seat.best_adversary == 0)


def test_where_positions_repeat_the_shortest_win_is_found_or_none():
    hard = VANISHING.opponents["hard"]
    line = shortest_win_against(VANISHING, hard, Mark.O)
    assert len(line) == VANISHING.solver.worth(VANISHING.start).plies
    assert shortest_win_against(VANISHING, hard, Mark.X) is None


class TestLastMove:
    """A policy that depends on the position and the move that led there."""

    def test_it_answers_the_last_move_which_other_players_ignore(self):
        position = CLASSIC.start.play(1).play(4).play(0)
        assert choose(MIRROR, position, 0) == 8
        assert choose(MIRROR, position.play(2), 1) == 7
        assert MIRROR.candidates(CLASSIC.start) == CLASSIC.start.legal_moves
        assert CLASSIC.opponents["hard"].candidates(board("X__ ___ ___"), 0) == (4,)

    @pytest.mark.parametrize("variant", [CLASSIC, MISERE], ids=repr)
    def test_its_strength_is_that_of_every_game_it_can_play(self, variant):
        medium = variant.opponents["medium"]
        for players in ((MIRROR, medium), (medium, MIRROR)):
            assert result(variant, *players) == mean(*players, variant.start)

    def test_as_second_player_it_loses_to_the_centre(self):
        line = shortest_win_against(CLASSIC, MIRROR, Mark.O)
        assert best_adversary(CLASSIC, MIRROR, Mark.O) == 1
        position, last = CLASSIC.start, None
        for move in line:
            assert position.turn is Mark.X or move in MIRROR.candidates(position, last)
            position, last = position.play(move), move
        assert position.outcome.winner is Mark.X
        assert len(line) == 5

    @pytest.mark.slow
    def test_in_an_endless_game_each_last_move_makes_a_separate_state(self):
        # The position contains the last move as the other side's newest mark, so this policy equals Easy.
        easy, hard = VANISHING.opponents["easy"], VANISHING.opponents["hard"]
        same = Opponent("same", Answering(lambda position, last: position.legal_moves))
        assert endless.chances(VANISHING, same, hard) == endless.chances(VANISHING, easy, hard)
