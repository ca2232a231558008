"""The verdicts on a game. tests/play/words/test_truth.py proves each verdict by the rules alone."""

from games.engine.analysis import Verdict, analyse
from games.engine.classic import CLASSIC
from games.engine.position import Mark

BEST, GAVE_AWAY_DRAW, MISSED_WIN = Verdict.BEST, Verdict.GAVE_AWAY_DRAW, Verdict.MISSED_WIN


def test_the_style_guides_example_game_has_its_verdicts():
    game = analyse(CLASSIC, CLASSIC.start, [4, 3, 6, 2, 0, 5, 8])
    assert [move.verdict for move in game.moves[:4]] == [BEST, GAVE_AWAY_DRAW, BEST, BEST]
    assert [move.verdict for move in game.moves[4:]] == [MISSED_WIN, GAVE_AWAY_DRAW, BEST]
    assert (game.mistakes(Mark.X), game.mistakes(Mark.O)) == (1, 2)
    assert (game.losing_move(Mark.X), game.losing_move(Mark.O)) == (None, 6)
    assert not game.thrown_away
