"""The daily puzzle depends only on the date."""

from collections import defaultdict
from datetime import timedelta
from itertools import pairwise

import pytest

from games.engine.classic import CLASSIC
from games.engine.exercises import Exercise
from games.engine.symmetry import canonical
from games.practice.daily import FIRST_DAY, GAMES, ROTATING_FROM, day_number, exercise_of
from tests.support.truth import Truth

YEAR = [ROTATING_FROM + timedelta(days=days) for days in range(365)]


def of_day(number: int) -> Exercise:
    return exercise_of(FIRST_DAY + timedelta(days=number - 1))


def test_published_days_never_change():
    assert [f"{of_day(number).variant.key} {of_day(number).position.text}" for number in (1, 26, *range(27, 41))] == [
        "classic XOXX_OO_X", "classic XO_X___XO",
        "misere O_XXO__X_", "wild ____OX_X_", "notakto X________", "classic XOO__X_XO", "vanishing X429O738",
        "misere ___OXXOXO", "wild _O___O___", "notakto X__X___X_", "classic __X___O__", "vanishing O62X318",
        "misere XX_X_OO_O", "wild O____X___", "notakto __X_XX___", "classic ___OOX_X_",
    ]  # fmt: skip


def test_the_five_games_take_turns():
    for first, second in pairwise(YEAR):
        games = [exercise_of(first).variant, exercise_of(second).variant]
        assert GAMES.index(games[1]) == (GAMES.index(games[0]) + 1) % len(GAMES)


def test_it_is_never_plain():
    """By the rules alone, some wrong move neither misses an immediate win nor allows one."""
    for day in YEAR:
        truth = Truth(exercise_of(day).variant, exercise_of(day).position)
        assert not any(map(truth.wins_at_once, truth.after))
        safe = [move for move in truth.after if not loses_at_once(truth, move)]
        assert any(truth.after[move][0] < truth.best[0] for move in safe)


def loses_at_once(truth: Truth, move) -> bool:
    """Return whether a move loses or lets the other side win next."""
    after, other = truth.position.play(move), truth.position.turn.other
    ends = [after.outcome, *(after.play(answer).outcome for answer in after.legal_moves)]
    return any(end and end.winner is other for end in ends)


@pytest.mark.parametrize("variant", GAMES, ids=repr)
def test_within_each_game_it_gets_harder_towards_sunday(variant):
    by_weekday = [
        [exercise_of(day).hardness for day in YEAR if (exercise_of(day).variant, day.weekday()) == (variant, weekday)]
        for weekday in range(7)
    ]
    for easier, harder in pairwise(by_weekday):
        assert max(easier) <= min(harder)
    assert max(by_weekday[0]) < min(by_weekday[-1])


def test_all_puzzles_of_a_game_and_weekday_come_before_one_repeats():
    sundays = [day for day in YEAR if (exercise_of(day).variant, day.weekday()) == (CLASSIC, 6)]
    rounds = defaultdict(list)
    # Every 35 days a classic puzzle falls on a Sunday. Of the 31 that are not plain, 5 are for Sundays.
    for day in sundays:
        rounds[day_number(day) // (35 * 5)].append(canonical(CLASSIC, exercise_of(day).position))
    assert [len(found) for found in rounds.values()][1:-1] == [5]
    assert all(len(set(found)) == len(found) for found in rounds.values())
