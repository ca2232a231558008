"""The review of a finished game, move by move."""

from dataclasses import replace

import pytest

from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.position import Mark
from games.engine.wild import WILD
from games.review.words import Review
from tests.support.states import ADA, BEN, EVE, ONE_SCREEN, RESIGNED, WON, WON_BY_O, long_game, seen_by, state

GAME = state("5 4 7 3 1 6 9", **WON)
LOST = "Turned a draw into a loss"
LOST_BY_X = RESIGNED | {"winner": "O"}


def review(ply: int, *, who: int = ADA, worths: bool = True, shown=GAME) -> Review:
    return Review(seen_by(who, shown), ply, worths)


def board(shown: Review) -> str:
    marks = "".join(square.mark or "_" for square in shown.board.squares)
    return f"{marks[:3]} {marks[3:6]} {marks[6:]}"


@pytest.mark.parametrize(
    ("ply", "rows", "verdict", "sign"),
    [
        (0, "___ ___ ___", "", ""),
        (2, "___ OX_ ___", LOST, "mistake"),
        (5, "X_O OX_ X__", "Missed a win", "mistake"),
        (7, "X_O OXO X_X", "Best", "best"),
    ],
)
def test_the_board_and_the_verdict_at_a_moment(ply, rows, verdict, sign):
    shown = review(ply)
    assert (board(shown), shown.verdict, shown.sign) == (rows, verdict, sign)


@pytest.mark.parametrize(
    ("who", "played"), [(ADA, "You marked top left."), (BEN, "Ada marked top left."), (EVE, "Ada marked top left.")]
)
def test_a_move_names_its_player_and_square(who, played):
    assert review(5, who=who).played == played


@pytest.mark.parametrize(
    ("ply", "tried", "record", "status"),
    [(0, None, "", "started"), (2, None, "43", "started"), (7, None, "4362058", "finished")],
)
def test_the_game_shown_is_that_on_the_board(ply, tried, record, status):
    shown = replace(review(ply), tried=tried).shown
    assert (shown.record, shown.status) == (record, status)


def test_the_game_shown_to_somebody_who_tries_another_move_has_it_if_it_is_right():
    trying = replace(review(5), trying=True)
    assert [replace(trying, tried=tried).shown.record for tried in (None, 0, 7)] == ["4362", "4362", "43627"]
    given_up = state("5 4", **RESIGNED)
    assert [review(ply, shown=given_up).shown.status for ply in (1, 2)] == ["started", "finished"]


def test_the_squares_show_the_worth_of_the_other_moves():
    worths = {square.cell + 1: square.worth for square in review(5).board.squares if square.worth}
    assert worths == {1: "draw", 2: "draw", 6: "draw", 8: "X wins in 1", 9: "X wins in 1"}
    assert [square.cell + 1 for square in review(5).board.squares if square.look] == [1]
    for shown in (review(5, worths=False), review(7)):  # and not in a final position
        assert not any(square.worth for square in shown.board.squares)
    assert any(square.worth for square in review(2, shown=state("5 4", **LOST_BY_X)).board.squares)


def test_the_worths_of_the_squares_are_listed_by_result():
    assert review(5).values == [
        "draw: top left, top middle, middle right",
        "X wins in 1: bottom middle, bottom right",
    ]
    assert review(0).values == ["draw: any corner, any edge, centre"]
    assert review(5, worths=False).values == review(7).values == []


def test_only_at_the_end_the_winning_line_is_drawn_and_its_squares_are_labelled():
    assert [review(ply).board.line for ply in (6, 7)] == ["", "1-5-9"]
    labels = [square.label for square in review(7).board.squares]
    assert [cell + 1 for cell, label in enumerate(labels) if label.endswith(", winning line")] == [1, 5, 9]
    assert not any("line" in square.label for square in review(6).board.squares)


@pytest.mark.parametrize(
    ("ply", "question"),
    [(0, "What if X plays here?"), (5, "What if X had played here?"), (6, "What if O had played here?"), (7, "")],
)
def test_the_worths_answer_a_question(ply, question):
    assert review(ply).what_if == question
    assert review(ply, worths=False).what_if == ""


def test_the_evaluation_curve():
    assert review(0).curve == (
        "M0 20H6C10 20 10 20 14 20H26C30 20 30 6 34 6H46C50 6 50 6 54 6H66C70 6 70 6 74 6H86"
        "C90 6 90 20 94 20H106C110 20 110 6 114 6H126C130 6 130 6 134 6H146"
    )


def test_each_side_has_its_moves_mistakes_and_losing_move():
    assert review(7).sides == [
        {"mark": "X", "called": "X", "name": "Ada", "moves": 4, "mistakes": 1, "lost_by": None},
        {"mark": "O", "called": "O", "name": "Ben", "moves": 3, "mistakes": 2, "lost_by": 6},
    ]


def test_play_continues_from_any_moment_but_the_end_and_after_a_mistake_from_before_it():
    assert [review(ply).play_from.outcome is None for ply in range(8)] == [True] * 7 + [False]
    mistakes = [ply for ply in range(8) if review(ply).mistaken]
    assert mistakes == [2, 5, 6]
    assert [review(ply).play_from for ply in mistakes] == [review(ply - 1).position for ply in mistakes]
    lost = review(4, shown=NOTAKTO_LOST)
    assert lost.play_from == review(3, shown=NOTAKTO_LOST).position


@pytest.mark.parametrize(
    ("who", "mistakes", "after"),  # the next mistake after each moment of the game
    [
        (ADA, [5], [5] * 8),
        (BEN, [2, 6], [2, 2, 2, 6, 6, 6, 6, 2]),
        (EVE, [2, 5, 6], [2, 2, 2, 5, 5, 5, 6, 2]),
    ],
)
def test_a_player_steps_through_their_own_mistakes(who, mistakes, after):
    assert review(1, who=who).mistakes == mistakes
    assert [review(ply, who=who).next_mistake for ply in range(8)] == after
    tried = [replace(review(ply, who=who), trying=True).next_mistake for ply in mistakes]
    assert tried == [*mistakes[1:], mistakes[0]]


def test_a_player_without_mistakes_steps_through_those_of_the_opponent():
    assert review(1, who=ADA, shown=state("5 2 1", **RESIGNED)).mistakes == [2]


def trying(ply: int, move: str = "", *, who: int = ADA, shown=GAME, write: str = "") -> Review:
    tried = shown.variant.labelled(move) if move else None
    return replace(review(ply, who=who, shown=shown), trying=True, tried=tried, write=write)


def test_nothing_reveals_the_better_move_before_a_try():
    shown = trying(5)
    assert board(shown) == "__O OX_ X__"
    assert (shown.verdict, shown.played) == ("Missed a win", "You marked top left.")
    assert (shown.sentence, shown.what_if) == ("Find a better move.", "")
    assert not any(square.worth or square.look for square in shown.board.squares)


@pytest.mark.parametrize(
    ("ply", "move", "rows", "sign", "words"),
    [
        (5, "9", "__O OX_ X_X", "best", "Best. X bottom right. Wins in 1 move."),
        (5, "1", "__O OX_ X__", "mistake", "Missed a win. X top left. O marks bottom right, and the win is gone."),
        (6, "8", "X_O OX_ X__", "mistake", f"{LOST}. O bottom middle. X marks bottom right, and wins."),
    ],
)
def test_a_move_tried_instead_of_a_mistake_is_judged_and_a_bad_one_refuted(ply, move, rows, sign, words):
    shown = trying(ply, move)
    assert (board(shown), shown.sign) == (rows, sign)
    assert f"{shown.verdict}. {shown.played}. {shown.sentence}" == words
    assert (shown.right, shown.board.closed) == (sign != "mistake", sign != "mistake")
    [tried] = [square for square in shown.board.squares if square.look]
    assert (str(tried.cell + 1), tried.look) == (move, "wrong" if sign == "mistake" else "last")


def test_in_wild_a_move_is_tried_with_the_chosen_mark():
    lost = state("5X 1X 2O", WILD, **LOST_BY_X)
    [mistake] = review(1, shown=lost).mistakes[:1]
    shown = trying(mistake, "9O", shown=lost, write="O")
    assert shown.played == "O bottom right"
    assert (shown.board.choices, shown.board.chosen) == (("X", "O"), "O")


def test_a_move_in_a_lost_position_gets_no_tick():
    shown = review(9, shown=state("1 3 2 4 5 6 7 8 9", MISERE, **WON_BY_O))
    assert (shown.verdict, shown.sign) == ("No way out", "fine")
    assert shown.places[-1][1:] == ("fine", "No way out")


def test_a_game_resigned_before_its_first_move():
    shown = review(0, shown=state(**LOST_BY_X))
    assert (shown.last, shown.verdict, shown.sentence, shown.places) == (0, "", "", [])


def test_a_game_from_a_set_up_position():
    shown = review(1, shown=state("9", start="XX_OO____", **LOST_BY_X))
    assert shown.verdict == "Turned a win into a loss"
    assert board(shown) == "XX_ OO_ __X"


def test_on_one_screen_the_marks_are_the_names():
    shown = review(7, shown=replace(GAME, **ONE_SCREEN))
    assert [side["name"] for side in shown.sides] == list(Mark)


# --- the other games

NOTAKTO_LOST = state("5 1 2 8", NOTAKTO, **WON)
WILD_WON = state("5X 1O 9X 3O 2O", WILD, **WON)


def test_in_wild_the_written_mark_and_its_worth_are_shown():
    shown = review(4, shown=WILD_WON)
    assert shown.played == "Ben played O top right."
    assert shown.marked is not None
    assert (shown.marked.mark, shown.marked.worth) == ("O", "1st wins in 1")


def test_a_move_names_the_mark_it_removed():
    shown = review(7, shown=long_game(8, **RESIGNED))
    assert "was removed." in shown.played
    assert "was removed." not in review(6, shown=long_game(8, **RESIGNED)).played


def test_a_long_game_has_all_its_moves_and_a_wider_curve():
    shown = review(60, shown=long_game(60, **RESIGNED))
    assert [place.number for place, _sign, _verdict in shown.places] == list(range(1, 61))
    assert (shown.long, shown.width) == (True, 20 * 61)
    assert (review(7).long, review(7).width) == (False, 200)


def test_the_strip_of_a_very_long_game_has_the_moves_around_the_shown_one():
    for ply, first, last in ((0, 1, 60), (31, 1, 60), (32, 3, 62), (150, 121, 180), (300, 241, 300), (299, 241, 300)):
        shown = review(ply, shown=long_game(300, **RESIGNED))
        assert [place.number for place, _sign, _verdict in shown.places] == list(range(first, last + 1))
        assert not any(drawing.startswith("p") for drawing in shown.places[0][0].older)
        assert (shown.width, shown.curve.count("C")) == (20 * 61, 60)


def test_marks_are_drawn_as_on_the_board_and_sides_without_marks_are_called_first_and_second():
    marks = [square.mark or "_" for square in review(4, shown=NOTAKTO_LOST).board.squares]
    assert "".join(marks) == "HX__X__H_"
    assert review(4, shown=NOTAKTO_LOST).sentence.endswith("Three in a row, which loses here.")
    assert [side["mark"] for side in review(4, shown=NOTAKTO_LOST).sides] == ["X", "H"]
    assert [side["mark"] for side in review(4, shown=WILD_WON).sides] == ["", ""]
    for shown in (NOTAKTO_LOST, WILD_WON):
        assert [side["called"] for side in review(1, shown=shown).sides] == ["1st", "2nd"]
        assert review(1, shown=shown).what_if == "What if 1st had played here?"
