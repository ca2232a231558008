"""Questions, typed moves and answers for playing by ear."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.vanishing import VANISHING
from games.engine.wild import WILD
from games.play.selectors.presence import Presence
from games.play.words.news import said_after
from games.play.words.questions import answer, answers, answers_without_game, typed_move
from games.site.speech import Speech, speaking
from tests.support.states import ADA, BEN, EVE, ONE_SCREEN, WON, seen_by, state

BY_LETTERS, BY_NUMPAD = Speech(squares="letters"), Speech(numpad=True)
BY_ADA = seen_by(ADA, state("1 5 9"))
AFTER_BEN_LEFT = replace(seen_by(ADA, state("5")), presence=Presence(left="O"))
ROWS = "Row 1: X, empty, empty. Row 2: empty, O, empty. Row 3: empty, empty, X."
COLUMNS = "Column 1: X, empty, empty. Column 2: empty, O, empty. Column 3: empty, empty, X."


@pytest.mark.parametrize(
    ("pov", "question", "heard"),
    [
        *((BY_ADA, "b", ROWS), (BY_ADA, "h", ROWS), (BY_ADA, "v", COLUMNS)),
        *((BY_ADA, " H 2 ", "Row 2: empty, O, empty."), (BY_ADA, "v3", "Column 3: empty, empty, X.")),
        (BY_ADA, "l", "You marked bottom right."),
        (seen_by(ADA, state()), "l", "There is no move yet."),
        (BY_ADA, "t", "Ben’s turn. You’re X."),
        (seen_by(BEN, state("1 4 2 5 3", **WON)), "t", "Ada wins. You’re O."),
        (BY_ADA, "p", "X: Ada. O: Ben. You’re X."),
        (AFTER_BEN_LEFT, "p", "X: Ada. O: Ben. You’re X. Ben is away."),
        (seen_by(EVE, state("5")), "p", "X: Ada. O: Ben."),  # a spectator has no side
        (seen_by(ADA, state("5", **ONE_SCREEN)), "p", "Two players, one screen"),
        (BY_ADA, "c", "No clock is running."),
        (BY_ADA, "n", "No mark disappears in this game."),
        (seen_by(BEN, state("1", VANISHING)), "n", "No mark disappears yet."),
        (
            *(seen_by(BEN, state("1 2 3 4 5 6", VANISHING)), "n"),
            "X, oldest first: top left, top right, centre. O, oldest first: top middle, middle left, middle right.",
        ),
    ],
)
def test_each_question_has_its_answer(pov, question, heard):
    assert answer(pov, question) == heard


@pytest.mark.parametrize("text", ["", "h4", "v0", "hello", "b" * 500, "\x00"])
def test_anything_else_is_answered_with_the_questions(text):
    assert answer(BY_ADA, text).startswith("Type a square to mark it; b for the board")


def test_a_page_other_than_a_room_contains_all_answers():
    found = answers(BY_ADA)
    assert {*found} == {*"bhvltpcn", "h1", "h2", "h3", "v1", "v2", "v3"}
    assert found == {question: answer(BY_ADA, question) for question in found}


def test_questions_about_a_puzzle_are_answered_as_in_a_game_of_the_side_to_move():
    position = CLASSIC.position("X___O____")
    before, after = (answers_without_game(CLASSIC, position, record, Mark.X) for record in ("", "1"))
    assert [before[key] for key in "ltpc"] == [
        "There is no move yet.",
        "X’s turn. You’re X.",
        "You’re X.",
        "No clock is running.",
    ]
    assert (after["h1"], after["l"], after["t"]) == (
        "Row 1: X, X, empty.",
        "You marked top middle.",
        "O’s turn. You’re X.",
    )
    assert answers_without_game(CLASSIC, position)["t"] == "X’s turn."


def test_the_clock_says_whose_time_runs():
    running = state("5", move_by=timezone.now() + timedelta(seconds=12.5), seconds=30)
    assert answer(seen_by(BEN, running), "c") == "You have 13 seconds left."
    assert answer(seen_by(ADA, running), "c") == "Ben has 13 seconds left."


@pytest.mark.parametrize(
    ("text", "variant", "speech", "move"),
    [
        ("5", CLASSIC, Speech(), {"cell": "4", "write": ""}),
        (" 7 ", CLASSIC, BY_NUMPAD, {"cell": "0", "write": ""}),
        ("A1", CLASSIC, BY_LETTERS, {"cell": "6", "write": ""}),
        ("5", CLASSIC, BY_LETTERS, None),
        ("10", CLASSIC, Speech(), None),
        ("l", CLASSIC, Speech(), None),
        ("5", WILD, Speech(), {"cell": "4", "write": "X"}),
        ("5o", WILD, Speech(), {"cell": "4", "write": "O"}),
        ("o 5", WILD, Speech(), {"cell": "4", "write": "O"}),
    ],
)
def test_a_square_is_typed_by_its_short_name(text, variant, speech, move):
    with speaking(speech):
        assert typed_move(seen_by(ADA, state("", variant)), text) == move


def test_squares_have_the_viewers_chosen_names():
    with speaking(BY_LETTERS):
        assert answer(seen_by(BEN, state("1")), "l") == "Ada marked a3."
    with speaking(Speech(squares="numbers", numpad=True)):
        assert answer(seen_by(BEN, state("1")), "l") == "Ada marked 7."


@pytest.mark.parametrize(
    ("variant", "before", "now", "heard"),
    [
        (CLASSIC, "", "1", "X top left. Your turn."),
        (
            *(VANISHING, "1 2 3 4 5 6", "1 2 3 4 5 6 7"),
            "X bottom left. The oldest X, top left, was removed. Your turn. O, top middle, disappears next.",
        ),
    ],
)
def test_short_announcements_omit_the_mover(variant, before, now, heard):
    with speaking(Speech(brief=True)):
        assert said_after(seen_by(BEN, state(now, variant)), state(before, variant)) == heard
