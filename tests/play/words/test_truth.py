"""Every sentence about a move is true: verdicts, the words in the squares, the answers of puzzles."""

import pytest

from games.engine.analysis import JudgedMove
from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.retrograde import graph_up_to_symmetry
from games.engine.vanishing import VANISHING
from games.engine.wild import WILD
from games.play.words.verdicts import verdict_sentence, verdict_title, worths_in_words
from games.practice.words.exercises import Task
from tests.support.truth import Truth, untrue

FINITE = [CLASSIC, MISERE, NOTAKTO, WILD]
SAMPLED = 20  # one in this many positions of Vanishing
# The whole graph of Vanishing takes two seconds.
EVERY = [*FINITE, pytest.param(VANISHING, marks=pytest.mark.slow)]


def truths(variant) -> list[Truth]:
    """Every unfinished position up to symmetry; for Vanishing a sample and the first moves."""
    unfinished = sorted((one for one in graph_up_to_symmetry(variant) if not one.outcome), key=lambda one: one.text)
    if variant is VANISHING:
        unfinished = [one for number, one in enumerate(unfinished) if number % SAMPLED == 0 or one.ply <= 2]
    return [Truth(variant, position) for position in unfinished]


def told(truth: Truth, move) -> tuple[str, str]:
    judged = JudgedMove(truth.variant, truth.position, move)
    return verdict_title(judged), verdict_sentence(judged)


@pytest.mark.parametrize("variant", EVERY, ids=repr)
def test_every_verdict_is_true(variant):
    assert untrue(truths(variant), told) == []


@pytest.mark.parametrize("variant", EVERY, ids=repr)
def test_the_words_in_every_square_are_true(variant):
    for truth in truths(variant):
        words = {cell: told for cell, (told, _ink) in worths_in_words(variant, truth.position).items()}
        assert words == truth.squares(), truth.position.text


@pytest.mark.parametrize("variant", EVERY, ids=repr)
def test_every_answer_of_the_exercises_is_true(variant):
    for exercise in exercises(variant)[:: 3 if variant is VANISHING else 1]:
        truth = Truth(variant, exercise.position)
        for move in exercise.position.legal_moves:
            answer = Task(exercise, tried=move, right=move in exercise.answers).answer
            assert truth.answer_is_true(answer, move), (exercise.position.text, move, answer)


@pytest.mark.parametrize(
    ("variant", "position", "label", "false"),
    [
        (CLASSIC, "____X____", "1", "The only way to keep the draw."),
        (VANISHING, "XO", "2", "The only way to win, in 7 moves."),
        (WILD, "_________", "1X", "After this move it was a draw again."),
        (CLASSIC, "X___O___X", "2", "Wins in 0 moves."),
        (CLASSIC, "XX_OO____", "3", "Wins in 1 move."),
    ],
)
def test_a_false_sentence_is_found_out(variant, position, label, false):
    truth = Truth(variant, variant.position(position))
    assert not truth.is_true(false, variant.labelled(label))
