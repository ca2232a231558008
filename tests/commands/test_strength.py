"""The command that prints the strength of each computer player."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from games.engine.classic import CLASSIC

OPPONENTS = list(CLASSIC.opponents)


@pytest.fixture(scope="module")
def printed() -> dict:
    out = StringIO()
    call_command("strength", "--json", stdout=out)
    return json.loads(out.getvalue())


def test_json_names_every_opponent_in_order_with_both_seats(printed):
    assert [entry["key"] for entry in printed["opponents"]] == OPPONENTS
    easy = next(entry for entry in printed["opponents"] if entry["key"] == "easy")
    assert easy["x"]["vs_random"] == ["737/1260", "8/63", "121/420"]
    assert easy["x"]["best_adversary"] == "887/945"
    assert easy["x"]["beatable"] is True
    assert sorted(easy["o"]) == ["beatable", "best_adversary", "line", "vs_random"]


def test_json_has_the_whole_matrix(printed):
    assert printed["matrix"]["easy"]["hard"] == ["0", "757/3402", "2645/3402"]
    assert {key: list(row) for key, row in printed["matrix"].items()} == dict.fromkeys(OPPONENTS, OPPONENTS)


def test_lines_are_squares_or_null(printed):
    lines = {entry["key"]: entry["o"]["line"] for entry in printed["opponents"]}
    assert lines["extreme-first"] == [1, 5, 7, 6, 4]
    assert lines["hard"] is None


@pytest.fixture(scope="module")
def tables() -> list[str]:
    """The two printed tables: each seat of each opponent, and each opponent against each other."""
    out = StringIO()
    call_command("strength", stdout=out)
    return out.getvalue().split("\n\n")


def test_the_first_table_has_each_seat_of_each_opponent(tables):
    table = tables[0].splitlines()
    assert len(table) == 1 + 2 * len(OPPONENTS)
    assert ["extreme-first", "O", "77.2%", "9.7%", "13.1%", "1", "1", "5", "7", "6", "4"] in map(str.split, table)
    assert sum("never" in line for line in table) == 8


def test_the_second_table_has_every_pair_of_opponents(tables):
    head, *rows = (line.split() for line in tables[1].splitlines())
    assert head == ["X", "\\", "O", *OPPONENTS]
    assert [row[0] for row in rows] == OPPONENTS
    cells = {row[0]: dict(zip(OPPONENTS, row[1:], strict=True)) for row in rows}
    assert cells["easy"]["hard"] == "0/22.3/77.7"
    assert cells["hard"]["hard"] == "0/100/0"
