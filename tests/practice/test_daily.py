"""The daily puzzle depends only on the date."""

import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

from games.engine.classic import CLASSIC, SOLVER
from games.engine.exercises import exercises
from games.engine.symmetry import canonical
from games.practice.daily import FIRST, day_number, exercise_of

ROUND = [FIRST + timedelta(days=days) for days in range(142)]


def test_days_are_counted_from_the_first_one_on():
    assert [day_number(FIRST), day_number(date(2026, 11, 22))] == [1, 22]


def test_it_is_the_same_in_every_process():
    code = (
        "from datetime import date\nfrom games.engine.classic import CLASSIC\n"
        "from games.practice.daily import exercise_of\nprint(exercise_of(CLASSIC, date(2026, 11, 22)).position)"
    )
    root = Path(__file__).parents[2]
    printed = subprocess.run([sys.executable, "-c", code], cwd=root, check=True, capture_output=True, text=True).stdout
    assert printed.strip() == str(exercise_of(CLASSIC, date(2026, 11, 22)).position)
    assert exercise_of(CLASSIC, date(2026, 11, 22)).position.cells == "OXOX_O__X"


def test_a_round_brings_every_exercise_once_that_is_more_than_a_win_at_once():
    met = [canonical(CLASSIC, exercise_of(CLASSIC, day).position) for day in ROUND]
    assert sorted(position.cells for position in met) == sorted(
        one.position.cells for one in exercises(CLASSIC) if one.difficulty > 1
    )


def test_turned_or_mirrored_it_has_the_answers_of_where_it_stands():
    assert any(
        canonical(CLASSIC, exercise_of(CLASSIC, day).position) != exercise_of(CLASSIC, day).position for day in ROUND
    )
    for day in ROUND:
        found = exercise_of(CLASSIC, day)
        assert found.answers == SOLVER.keeping_moves(found.position)


def test_the_next_round_has_another_order():
    later = [day + timedelta(days=len(ROUND)) for day in ROUND]
    first, second = (
        [canonical(CLASSIC, exercise_of(CLASSIC, day).position) for day in days] for days in (ROUND, later)
    )
    assert first != second
    assert set(first) == set(second)
