"""The command that prints the strength of robots."""

import json

import pytest
from django.core.management import CommandError

from tests.support.commands import output_of

NAMED = ("wb", "-", "wbftcoke", "hard")


def test_json_has_the_strength_of_each_the_results_of_each_pair_and_the_league():
    values = json.loads(output_of("robots", *NAMED, "--json"))
    assert [entry["key"] for entry in values["opponents"]] == list(NAMED)
    assert values["opponents"][1] == {
        "key": "-",
        "x": {
            "vs_random": ["737/1260", "8/63", "121/420"],
            "best_adversary": "887/945",
            "beatable": True,
            "line": [1, 2, 3, 5, 4, 8],
        },
        "o": {
            "vs_random": ["121/420", "8/63", "737/1260"],
            "best_adversary": "191/192",
            "beatable": True,
            "line": [1, 2, 4, 3, 7],
        },
    }
    assert values["opponents"][2]["o"]["line"] is None
    assert {key: list(row) for key, row in values["matrix"].items()} == {key: list(NAMED) for key in NAMED}
    assert values["matrix"]["-"]["hard"] == ["0", "757/3402", "2645/3402"]
    assert [row["place"] for row in values["league"]] == [1, 2, 3, 4]
    assert values["league"][-1]["key"] == "-"
    assert sorted(values["league"][0]) == ["draws", "key", "losses", "place", "points", "wins"]


def test_the_same_robot_named_twice_plays_once():
    values = json.loads(output_of("robots", "wb", "", "-", "wb", "--json"))
    assert [entry["key"] for entry in values["opponents"]] == ["wb", "-"]


def test_the_tables_have_the_same_figures():
    tables = output_of("robots", *NAMED).split("\n\n")
    strengths, matrix, league = ([line.split() for line in table.splitlines()] for table in tables)
    assert [row[:2] for row in strengths[1:]] == [[key, mark] for key in NAMED for mark in "XO"]
    assert ["wbftcoke", "O", "87.2%", "12.8%", "0.0%", "0", "never"] in strengths
    assert matrix[0] == ["X", "\\", "O", *NAMED]
    assert matrix[2][-1] == "0/22.3/77.7"
    assert league[0] == ["place", "robot", "points", "wins", "draws", "losses"]
    assert {row[1] for row in league[1:]} == set(NAMED)


@pytest.mark.parametrize(
    ("letters", "sentence"),
    [
        ("wxb", "'wxb' is no robot: there is no rule 'x'. The rules are w win, b block, f fork, s stop a fork, "),
        ("WB", "'WB' is no robot: there is no rule 'W'."),
        ("wbw", "'wbw' has the rule w twice."),
    ],
)
def test_wrong_letters_are_refused_with_the_reason(letters, sentence):
    with pytest.raises(CommandError) as caught:
        output_of("robots", "wb", letters)
    assert str(caught.value).startswith(sentence)
