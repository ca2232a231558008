"""The puzzles: each has one answer, and they are in order."""

from collections import Counter
from itertools import groupby

import pytest

from games.engine.classic import CLASSIC, SOLVER
from games.engine.exercises import SELECTED, as_table, exercises, table_of
from games.engine.symmetry import canonical, equal_moves
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from tests.support.boards import SOLVED, every_position

each_game = pytest.mark.parametrize("variant", SOLVED.values(), ids=SOLVED)
TABLED = [variant for variant in SOLVED.values() if table_of(variant)]


def test_all_puzzles_are_found_and_each_has_one_answer_up_to_symmetry():
    expected = set()
    for position in {canonical(CLASSIC, position) for position in every_position() if position.outcome is None}:
        value = SOLVER.worth(position).value
        kept = [group for group in equal_moves(CLASSIC, position) if SOLVER.worth_of(position, group[0]).value is value]
        if len(kept) == 1 and len(kept[0]) < len(position.legal_moves):
            expected.add((position, kept[0]))
    assert expected == {(exercise.position, exercise.answers) for exercise in exercises(CLASSIC)}


def test_easy_and_harder_puzzles_are_mixed_to_the_end_in_the_same_order_in_every_process():
    difficulties = [exercise.difficulty for exercise in exercises(CLASSIC)]
    assert Counter(difficulties) == {1: 161, 2: 79, 3: 43, 4: 6, 5: 11, 6: 3}
    assert max(len(list(run)) for _easy, run in groupby(difficulty == 1 for difficulty in difficulties)) == 2
    assert difficulties[:10] == [1, 2, 1, 3, 1, 2, 1, 2, 1, 3]
    first = [exercise.position.cells for exercise in exercises(CLASSIC)[:4]]
    assert first == ["XO__OOX_X", "XOXO_X___", "OO_XX_O_X", "_O_O_X_X_"]


@each_game
def test_each_puzzle_has_one_answer_and_no_two_are_the_same_up_to_symmetry(variant: Variant):
    """tests/play/words/test_truth.py proves that the answer alone keeps the value."""
    for exercise in exercises(variant):
        assert exercise.answers in equal_moves(variant, exercise.position)
        assert set(exercise.answers) < set(exercise.position.legal_moves)
    found = {canonical(variant, variant.reduced(exercise.position)) for exercise in exercises(variant)}
    assert len(found) == len(exercises(variant))


@each_game
def test_puzzles_are_sorted_by_difficulty_unless_most_are_easy(variant: Variant):
    difficulties = [exercise.difficulty for exercise in exercises(variant)]
    easiest = difficulties.count(min(difficulties))
    assert (difficulties == sorted(difficulties)) == (easiest <= len(difficulties) / 2)


def test_a_selection_from_thousands_covers_all_difficulties_evenly():
    vanishing = VARIANTS["vanishing"]
    assert len(exercises(vanishing)) == SELECTED
    shares = Counter(exercise.difficulty for exercise in exercises(vanishing))
    assert shares == Counter(dict.fromkeys(range(1, 8), 20) | dict.fromkeys(range(8, 16), 19) | {14: 16, 16: 10, 17: 1})


@pytest.mark.slow
@pytest.mark.parametrize("variant", TABLED, ids=lambda variant: variant.key)
def test_the_table_of_puzzles_is_up_to_date(variant: Variant):
    assert table_of(variant).read_text() == as_table(variant)
