"""Common mistakes, in words."""

import re

import pytest

from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.engine.motifs import motif_of
from games.engine.symmetry import canonical
from games.engine.vanishing import VANISHING
from games.engine.variants import VARIANTS
from games.tournaments.selectors.endings import Missed
from games.tournaments.words.class_review import MissedPosition, similar
from tests.support.boards import board


def seen(rows: str, missed: int = 19, people: int = 24, *, answered: bool = False) -> MissedPosition:
    return MissedPosition(CLASSIC, Missed(board(rows), people, missed), answered)


@pytest.mark.parametrize(
    ("rows", "title", "teaches", "answer"),
    [
        (
            "XOX ___ __O",
            "missed this fork.",
            "One square gives X two ways to win, and O can stop only one of them.",
            "bottom left",
        ),
        ("XX_ _O_ ___", "did not block here.", "X is about to win. Only one square stops it.", "top right"),
        ("XX_ OO_ ___", "missed an immediate win.", "X can win with this move.", "top right"),
        (
            "XO_ ___ ___",
            "let this win slip.",
            "X can win from here, whatever O does.",
            "middle left, centre or bottom left",
        ),
        ("X__ ___ ___", "threw away the draw here.", "O can keep the draw, but not with every move.", "centre"),
    ],
)  # fmt: skip
def test_a_mistake_is_described(rows, title, teaches, answer):
    one = seen(rows)
    assert (one.title, one.teaches, one.answer) == (f"<b>19 of 24</b> {title}", teaches, f"The answer: {answer}.")


def test_the_answer_shows_only_on_request():
    hidden, shown = seen("XOX ___ __O").board, seen("XOX ___ __O", answered=True).board
    assert {square.worth for square in hidden.squares} == {""}
    assert {square.cell: square.worth for square in shown.squares}[6] == "X wins in 1"
    assert not re.search("wins|draw", " ".join(square.label for square in hidden.squares))


def test_the_ages_of_marks_are_described_in_vanishing():
    one = MissedPosition(VANISHING, Missed(VANISHING.position("X276O843"), 9, 2))
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
