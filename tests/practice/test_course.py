"""The order of the puzzles of a game in practice."""

import pytest

from games.engine.exercises import exercises
from games.engine.motifs import Motif, motif_of
from games.practice.course import WARM_UP, course_of, section_of
from tests.support.boards import SOLVED

each_game = pytest.mark.parametrize("variant", SOLVED.values(), ids=SOLVED)


@each_game
def test_at_most_ten_plain_puzzles_come_first(variant):
    course = course_of(variant)
    assert next(iter(course)) == WARM_UP
    assert len(course[WARM_UP]) == min(10, sum(exercises(variant)[number - 1].plain for number in course[WARM_UP]))


@each_game
def test_the_others_are_sorted_by_theme_and_then_by_hardness(variant):
    course, every = course_of(variant), exercises(variant)
    listed = [number for section, numbers in course.items() if section != WARM_UP for number in numbers]
    assert sorted(listed) == [
        number
        for number, one in enumerate(every, start=1)
        if not one.plain or motif_of(variant, one.position) is Motif.BLOCK_AND_THREATEN
    ]
    for section, numbers in course.items():
        if section != WARM_UP:
            assert {motif_of(variant, every[number - 1].position) for number in numbers} == {section}
            hardness = [every[number - 1].hardness for number in numbers]
            assert hardness == sorted(hardness)


def test_an_omitted_plain_puzzle_has_no_section():
    classic = SOLVED["classic"]
    assert (section_of(classic, 1), section_of(classic, 303)) == (WARM_UP, "")
