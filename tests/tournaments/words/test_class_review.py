"""Common mistakes, in words."""

import re

import pytest

from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.engine.motifs import Motif, motif_of
from games.engine.symmetry import canonical
from games.engine.vanishing import VANISHING
from games.engine.variants import VARIANTS
from games.tournaments.words.class_review import MissedPosition, similar
from tests.support.boards import board


def seen(rows: str, missed: int = 19, people: int = 24, *, answered: bool = False) -> MissedPosition:
    return MissedPosition(CLASSIC, board(rows), people, missed, answered)


@pytest.mark.parametrize(
    ("rows", "motif"),
    [
        ("XOX ___ __O", Motif.FORK),
        ("XX_ _O_ ___", Motif.BLOCK),
        ("XX_ OO_ ___", Motif.LINE),
        ("XO_ ___ ___", Motif.WIN),
        ("X__ ___ ___", Motif.DRAW),
    ],
)
def test_each_mistake_has_one_of_five_descriptions(rows, motif):
    one = seen(rows)
    assert (one.motif, one.title.startswith("<b>19 of 24</b> "), "%" in one.teaches) == (motif, True, False)


def test_a_mistake_is_described():
    one = seen("XO_ ___ ___")
    assert one.title == "<b>19 of 24</b> let this win slip."
    assert one.teaches == "X can win from here, whatever O does."
    assert one.answer == "The answer: middle left, centre or bottom left."


def test_the_answer_shows_only_on_request():
    hidden, shown = seen("XOX ___ __O").board, seen("XOX ___ __O", answered=True).board
    assert {square.worth for square in hidden.squares} == {""}
    assert {square.cell: square.worth for square in shown.squares}[6] == "X wins in 1"
    assert not re.search("wins|draw", " ".join(square.label for square in hidden.squares))


def test_the_ages_of_marks_are_described_in_vanishing():
    one = MissedPosition(VANISHING, VANISHING.position("X276O843"), 9, 2)
    assert len(one.ages) == 2
    assert seen("X__ ___ ___").ages == []


def test_similar_puzzles_start_with_the_position_itself():
    first, *_others = similar(CLASSIC, position := canonical(CLASSIC, board("XOX ___ __O")))
    assert exercises(CLASSIC)[first - 1].position == position


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_similar_puzzles_have_the_same_motif(variant):
    for one in exercises(variant)[:40]:
        alike = [exercises(variant)[number - 1].position for number in similar(variant, one.position)]
        assert 1 <= len(alike) <= 5
        assert {motif_of(variant, other) for other in alike} == {motif_of(variant, one.position)}
