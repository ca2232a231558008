"""The command that prints the strength of robots."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

NAMED = ("wb", "-", "wbftcoke", "hard")


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("robots", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def values() -> dict:
    return json.loads(printed(*NAMED, "--json"))


def test_json_has_the_strength_of_each_in_the_format_of_the_strength_command(values):
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


def test_json_has_the_result_of_each_against_each(values):
    assert {key: list(row) for key, row in values["matrix"].items()} == {key: list(NAMED) for key in NAMED}
    assert values["matrix"]["-"]["hard"] == ["0", "757/3402", "2645/3402"]


def test_json_has_the_league(values):
    assert [row["place"] for row in values["league"]] == [1, 2, 3, 4]
    assert values["league"][-1]["key"] == "-"
    assert sorted(values["league"][0]) == ["draws", "key", "losses", "place", "points", "wins"]


def test_the_same_robot_named_twice_plays_once():
    assert [entry["key"] for entry in json.loads(printed("wb", "", "-", "wb", "--json"))["opponents"]] == ["wb", "-"]


def test_the_tables_have_the_same_figures():
    strengths, matrix, league = (
        [line.split() for line in table.splitlines()] for table in printed(*NAMED).split("\n\n")
    )
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
        printed("wb", letters)
    assert str(caught.value).startswith(sentence)
