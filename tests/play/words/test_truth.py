"""Every statement about a game, a position or a move is true: verdicts, words in squares, puzzles, starting."""

import pytest

from games.engine.analysis import JudgedMove
from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.retrograde import graph_up_to_symmetry
from games.engine.symmetry import canonical
from games.engine.vanishing import VANISHING
from games.engine.wild import WILD
from games.play.words.verdicts import (
    learning_in_words,
    starting_in_words,
    verdict_sentence,
    verdict_title,
    worths_in_words,
)
from games.practice.words.exercises import Task
from tests.support.truth import DRAWN, WON, Truth, facts_of, untrue

FINITE = [CLASSIC, MISERE, NOTAKTO, WILD]
SAMPLED = 20  # one in this many positions of Vanishing
# Building the graph of Vanishing takes two seconds.
EVERY = [*FINITE, pytest.param(VANISHING, marks=pytest.mark.slow)]


def truths(variant) -> list[Truth]:
    """Return the truth about every unfinished position up to symmetry; for Vanishing, of the first moves and a
    sample."""
    unfinished = sorted((one for one in graph_up_to_symmetry(variant) if not one.outcome), key=lambda one: one.text)
    if variant is VANISHING:
        unfinished = [one for number, one in enumerate(unfinished) if number % SAMPLED == 0 or one.ply <= 2]
    return [Truth(variant, position) for position in unfinished]


def verdict(truth: Truth, move) -> tuple[str, str]:
    judged = JudgedMove(truth.variant, truth.position, move)
    return verdict_title(judged), verdict_sentence(judged)


@pytest.mark.parametrize("variant", EVERY, ids=repr)
def test_every_verdict_is_true(variant):
    assert untrue(truths(variant), verdict) == []


@pytest.mark.parametrize("variant", EVERY, ids=repr)
def test_the_words_in_every_square_are_true(variant):
    for truth in truths(variant):
        words = {cell: verdict for cell, (verdict, _ink) in worths_in_words(variant, truth.position).items()}
        assert words == truth.squares(), truth.position.text


@pytest.mark.parametrize("variant", EVERY, ids=repr)
def test_the_task_and_every_answer_of_an_exercise_are_true(variant):
    for exercise in exercises(variant):
        truth = Truth(variant, exercise.position)
        task = f"{truth.side(WON)} to play and {'win' if truth.best[0] == WON else 'draw'}. Find the move."
        assert (Task(exercise).task, truth.best[0] in (WON, DRAWN)) == (task, True)
        assert set(exercise.answers) == truth.keeping_moves
        for move in exercise.position.legal_moves:
            answer = Task(exercise, tried=move, right=move in exercise.answers).answer
            assert truth.answer_is_true(answer, move), (exercise.position.text, move, answer)


@pytest.mark.parametrize("variant", EVERY, ids=repr)
def test_the_sentence_about_starting_is_true(variant):
    value, _moves = facts_of(variant)[canonical(variant, variant.start)]
    words = {WON: "Whoever starts can always win.", DRAWN: "With best play it is a draw."}
    assert starting_in_words(variant) == words[value]
    assert bool(learning_in_words(variant)) == (value == WON)


@pytest.mark.parametrize("variant", EVERY, ids=repr)
def test_a_solution_plays_wins_out_and_shortens_other_lines(variant):
    for exercise in exercises(variant):
        truth = Truth(variant, exercise.position)
        steps = Task(exercise, tried=exercise.answers[0], right=True).steps
        if truth.best[0] == WON:
            assert steps[-1]["end"] == f"{truth.side(WON)} wins."
            assert (len(steps) - 1) // 2 == truth.best[1]
        else:
            assert len(steps) <= 5
            assert not steps[-1].get("end", "").endswith("wins.")
