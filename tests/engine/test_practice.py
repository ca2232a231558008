"""The exercises: all of them, each with one answer, and in order."""

from collections import Counter

from games.engine.practice import exercises
from games.engine.solver import Value, worth, worth_of
from games.engine.symmetry import canonical, equal_moves
from tests.engine.boards import every_position


def test_there_are_303_each_once():
    positions = [exercise.position for exercise in exercises()]
    assert len(positions) == len(set(positions)) == 303
    assert all(canonical(position) == position for position in positions)


def test_none_is_left_out_and_each_has_one_answer_up_to_symmetry():
    wanted = set()
    for position in {canonical(position) for position in every_position() if position.outcome is None}:
        value = worth(position).value
        kept = [group for group in equal_moves(position) if worth_of(position, group[0]).value is value]
        if len(kept) == 1 and len(kept[0]) < len(position.legal_moves):
            wanted.add((position, kept[0]))
    assert wanted == {(exercise.position, exercise.answers) for exercise in exercises()}


def test_from_one_move_to_six_to_look_ahead():
    difficulties = [exercise.difficulty for exercise in exercises()]
    assert difficulties == sorted(difficulties)
    assert Counter(difficulties) == {1: 161, 2: 79, 3: 43, 4: 6, 5: 11, 6: 3}


def test_nothing_lost_is_asked():
    assert Counter(worth(exercise.position).value for exercise in exercises()) == {Value.WIN: 215, Value.DRAW: 88}
