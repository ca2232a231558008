"""The command that prints the strength of robots."""

import pytest
from django.core.management import CommandError

from tests.support.commands import output_of

NAMED = ("wb", "-", "wbftcoke", "hard")


def tables(*letters: str) -> list[list[list[str]]]:
    """Return the printed tables: strengths, matrix, league."""
    return [[line.split() for line in table.splitlines()] for table in output_of("robots", *letters).split("\n\n")]


def test_the_tables_have_the_strength_of_each_the_results_of_each_pair_and_the_league():
    strengths, matrix, league = tables(*NAMED)
    assert [row[:2] for row in strengths[1:]] == [[key, mark] for key in NAMED for mark in "XO"]
    assert ["wbftcoke", "O", "87.2%", "12.8%", "0.0%", "0", "never"] in strengths
    assert matrix[0] == ["X", "\\", "O", *NAMED]
    assert matrix[2][-1] == "0/22.3/77.7"
    assert league[0] == ["place", "robot", "points", "wins", "draws", "losses"]
    assert [row[0] for row in league[1:]] == ["1", "2", "3", "4"]
    assert league[-1][1] == "-"
    assert {row[1] for row in league[1:]} == set(NAMED)


def test_the_same_robot_named_twice_plays_once():
    assert tables("wb", "", "-", "wb")[1][0] == ["X", "\\", "O", "wb", "-"]


@pytest.mark.parametrize(
    ("letters", "sentence"),
    [
        ("wxb", "'wxb' is no robot: there is no rule 'x'. The rules are w win, b block, f fork, s stop a fork, "),
        ("wbw", "'wbw' has the rule w twice."),
    ],
)
def test_wrong_letters_are_refused_with_the_reason(letters, sentence):
    with pytest.raises(CommandError) as caught:
        output_of("robots", "wb", letters)
    assert str(caught.value).startswith(sentence)
