"""The repetition of puzzles."""

from datetime import UTC, datetime, timedelta

from games.practice.repetition import BOX_DAYS, is_due, next_box

NOW = datetime(2026, 11, 27, tzinfo=UTC)


def due_after(box: int, days: int) -> bool:
    return is_due(box, NOW, NOW + timedelta(days=days), recent=False)


def test_a_puzzle_comes_back_at_growing_intervals_until_it_is_learnt():
    box = next_box(0, right=False, due=False)
    assert not is_due(box, NOW, NOW, recent=True)
    assert is_due(box, NOW, NOW, recent=False)
    for days in (1, 3, 7, 21):
        box = next_box(box, right=True, due=True)
        assert [due_after(box, days - 1), due_after(box, days)] == [False, True]
    assert next_box(box, right=True, due=True) == 0
    assert not due_after(0, 1_000)
    assert sorted(BOX_DAYS) == list(BOX_DAYS)


def test_a_right_answer_before_the_puzzle_is_due_changes_nothing():
    assert [next_box(box, right=True, due=False) for box in range(6)] == [*range(6)]


def test_a_wrong_answer_starts_over():
    assert {next_box(box, right=False, due=due) for box in range(6) for due in (False, True)} == {1}
