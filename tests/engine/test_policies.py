"""A policy that uses the last move. tests/play/words/test_characters.py checks the others."""

from fractions import Fraction

import pytest

from games.engine import endless
from games.engine.classic import CLASSIC
from games.engine.league import entrant, meeting
from games.engine.misere import MISERE
from games.engine.policies import Answering, Opponent, choose
from games.engine.position import Mark
from games.engine.strength import best_adversary, result, seat_strength, shortest_win_against
from games.engine.vanishing import VANISHING
from tests.support.boards import board
from tests.support.mirror import MIRROR, mirror_offered


def chances(variant, players: dict[Mark, Opponent], position=None, last=None) -> dict[Mark | None, Fraction]:
    """Return the probability of each winner, None for a draw, computed by playing out every game."""
    position = position or variant.start
    if position.outcome:
        return {position.outcome.winner: Fraction(1)}
    moves = players[position.turn].candidates(position, last)
    found: dict[Mark | None, Fraction] = {}
    for move in moves:
        for winner, chance in chances(variant, players, position.play(move), move).items():
            found[winner] = found.get(winner, Fraction()) + chance / len(moves)
    return found


class TestMirror:
    """A policy that depends on the position and the move that led there."""

    def test_it_answers_the_last_move(self):
        position = CLASSIC.start.play(1).play(4).play(0)
        assert choose(MIRROR, position, 0) == 8
        assert choose(MIRROR, position.play(2), 1) == 7
        assert MIRROR.candidates(CLASSIC.start) == CLASSIC.start.legal_moves

    def test_other_players_ignore_the_last_move(self):
        position, hard = board("X__ ___ ___"), CLASSIC.opponents["hard"]
        assert hard.candidates(position, 0) == hard.candidates(position) == (4,)

    @pytest.mark.parametrize("variant", [CLASSIC, MISERE], ids=repr)
    @pytest.mark.parametrize("mark", Mark)
    def test_its_strength_is_that_of_every_game_it_can_play(self, variant, mark):
        medium = variant.opponents["medium"]
        players = {mark: MIRROR, mark.other: medium}
        found = result(variant, players[Mark.X], players[Mark.O])
        expected = chances(variant, players)
        assert (found.win, found.draw, found.loss) == tuple(expected.get(who, 0) for who in (Mark.X, None, Mark.O))

    def test_as_second_player_it_loses_to_the_centre(self):
        line = shortest_win_against(CLASSIC, MIRROR, Mark.O)
        assert best_adversary(CLASSIC, MIRROR, Mark.O) == 1
        position, last = CLASSIC.start, None
        for move in line:
            assert position.turn is Mark.X or move in MIRROR.candidates(position, last)
            position, last = position.play(move), move
        assert position.outcome.winner is Mark.X
        assert len(line) == 5

    def test_it_plays_in_leagues(self):
        with mirror_offered():
            mine, robots = entrant("mirror"), entrant("wb")
            assert mine.strength(Mark.O) == seat_strength(CLASSIC, MIRROR, Mark.O)
            found = result(CLASSIC, MIRROR, robots.opponent)
            assert meeting(mine, robots) == (found.win, found.draw, found.loss)


@pytest.mark.slow
def test_in_an_endless_game_each_last_move_makes_a_separate_state():
    # The position contains the last move as the other side's newest mark, so this policy equals Easy.
    easy, hard = VANISHING.opponents["easy"], VANISHING.opponents["hard"]
    same = Opponent("same", Answering(lambda position, last: position.legal_moves))
    assert endless.chances(VANISHING, same, hard) == endless.chances(VANISHING, easy, hard)
