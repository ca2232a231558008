"""The position beside a robot's card: the right move, and the squares of each rule."""

import pytest

from games.engine.classic import CLASSIC
from games.robots.words.diagnosis import Diagnosis
from games.robots.words.robots import RULES_IN_WORDS, robot_in, robot_of
from tests.support.states import against


def diagnosis(rules: str, board: str) -> Diagnosis:
    return Diagnosis(robot_of(rules), CLASSIC.position(board.replace(" ", "")))


@pytest.mark.parametrize(
    ("rules", "board", "verdict", "decided", "right"),
    [
        (
            *("wbfsck", "X__ _O_ __X"),
            "Here it goes wrong.",
            "“Stop a fork” decides: it marks top right or bottom left.",
            "To keep the draw: any edge.",
        ),
        (
            *("wb", "X__ ___ ___"),
            "Here it goes wrong in 88% of games.",
            "No rule on its card fits, so it marks a square at random.",
            "To keep the draw: centre.",
        ),
        (
            *("b", "OO_ XX_ __X"),
            "Here it goes wrong.",
            "“Block” decides: it marks middle right.",
            "To keep the win: top right.",
        ),
        ("k", "___ ___ ___", "Here it makes no mistake.", "“Corner” decides: it marks any corner.", None),
        (
            *("wb", "X_X _O_ X_O"),
            "This position is lost: no square can save it.",
            "“Block” decides: it marks top middle or middle left.",
            "",
        ),
    ],
)
def test_the_robots_move_and_the_right_move_are_explained(rules, board, verdict, decided, right):
    found = diagnosis(rules, board)
    assert (found.verdict, found.decided) == (verdict, decided)
    assert found.right == ("Every square keeps the draw." if right is None else right)


def test_each_rule_names_its_squares_for_the_side_to_move():
    as_o, as_x = diagnosis("wb", "XX_ _O_ ___"), diagnosis("wb", "XX_ OO_ ___")
    assert as_o.here(RULES_IN_WORDS["b"]).says == "Here: top right."
    assert as_o.here(RULES_IN_WORDS["b"]).named == [(50, 10)]
    assert as_x.here(RULES_IN_WORDS["w"]).named == [(50, 10)]
    assert as_x.here(RULES_IN_WORDS["b"]).says == "Here: middle right. That is a mistake."
    pair = diagnosis("wbfsck", "X__ _O_ __X").here(RULES_IN_WORDS["p"])
    assert pair.says == "Here: any edge, top right or bottom left. That may be a mistake."
    assert as_x.here(RULES_IN_WORDS["e"]).marks == [("X", 10, 10), ("X", 30, 10), ("O", 10, 30), ("O", 30, 30)]


def test_the_robots_candidate_squares_are_highlighted_and_labelled_with_their_worth():
    board = diagnosis("wbfsck", "X__ _O_ __X").board
    assert [square.cell for square in board.squares if square.look == "named"] == [2, 6]
    assert board.squares[2].label == "Top right, empty. X wins in 2"
    assert not board.field


def test_no_robot_has_erred_during_a_game_or_without_a_loss():
    for record, winner in (("1 5 9 3", ""), ("1 5 2 3 4 7", "O")):
        assert robot_in(against("wbfsck", record, winner=winner))[1] is None
