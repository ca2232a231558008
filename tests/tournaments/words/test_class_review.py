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
from games.tournaments.words.class_review import MissedPosition
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


def test_the_tallies_count_right_and_wrong_answers():
    one = seen("X__ ___ ___", 7, 10)
    assert (one.found, one.missed_tally, one.found_tally) == (3, (5, 2), (3,))


def test_the_answer_shows_only_on_request():
    hidden, shown = seen("XOX ___ __O").board, seen("XOX ___ __O", answered=True).board
    assert {square.worth for square in hidden.squares} == {""}
    assert {square.cell: square.worth for square in shown.squares}[6] == "X wins in 1"
    assert not re.search("wins|draw", " ".join(square.label for square in hidden.squares))


def test_the_ages_of_marks_are_described_in_vanishing():
    one = MissedPosition(VANISHING, Missed(VANISHING.position("X276O843"), 9, 2))
    assert len(one.ages) == 2
    assert seen("X__ ___ ___").ages == []


class TestSimilarPuzzles:
    def test_the_position_itself_comes_first_if_it_is_a_puzzle(self):
        first = seen("XOX ___ __O").similar_puzzles[0]
        position = exercises(CLASSIC)[first.number - 1].position
        assert position == canonical(CLASSIC, board("XOX ___ __O"))
        assert first.cells == position.cells.lower()

    @pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
    def test_similar_puzzles_have_the_same_motif(self, variant):
        for one in exercises(variant)[:40]:
            alike = MissedPosition(variant, Missed(one.position, 2, 2)).similar_puzzles
            assert 1 <= len(alike) <= 5
            motifs = {motif_of(variant, exercises(variant)[other.number - 1].position) for other in alike}
            assert motifs == {motif_of(variant, one.position)}
