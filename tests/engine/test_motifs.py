"""The idea in a position."""

import pytest

from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.engine.misere import MISERE
from games.engine.motifs import Motif, motif_of
from games.engine.solver import Value
from games.engine.wild import WILD
from tests.support.boards import SOLVED, board, every_position


@pytest.mark.parametrize(
    ("rows", "motif"),
    [
        ("XX_ OO_ ___", Motif.LINE),
        ("XOX ___ __O", Motif.FORK),
        ("X__ _O_ O_X", Motif.BLOCK),
        ("XX_ _O_ ___", Motif.BLOCK),
        ("XO_ ___ ___", Motif.WIN),
        ("X__ ___ ___", Motif.DRAW),
        ("___ ___ ___", Motif.DRAW),
        ("X_X _O_ O_X", None),
    ],
)  # fmt: skip
def test_in_the_classic_game(rows, motif):
    assert motif_of(CLASSIC, board(rows)) is motif


def test_where_a_line_loses_nobody_forks():
    motifs = {motif_of(MISERE, exercise.position) for exercise in exercises(MISERE)}
    assert motifs == {Motif.WIN, Motif.DRAW}


def test_where_everybody_may_complete_every_line_nobody_forks():
    """Two threats are then two wins for the other side."""
    assert Motif.FORK not in {motif_of(WILD, exercise.position) for exercise in exercises(WILD)}


@pytest.mark.parametrize("variant", SOLVED.values(), ids=SOLVED)
def test_every_exercise_has_one(variant):
    assert None not in {motif_of(variant, exercise.position) for exercise in exercises(variant)}


def test_a_motif_is_there_unless_the_position_is_lost():
    open_ones = [position for position in every_position() if not position.outcome]
    assert {motif_of(CLASSIC, one) is None for one in open_ones if CLASSIC.solver.worth(one).value is Value.LOSS} == {
        True
    }
    assert None not in {
        motif_of(CLASSIC, one) for one in open_ones if CLASSIC.solver.worth(one).value is not Value.LOSS
    }
