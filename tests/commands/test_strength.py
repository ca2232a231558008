"""The command that prints the strength of each computer player."""

import json

from games.engine.classic import CLASSIC
from tests.support.commands import output_of

OPPONENTS = list(CLASSIC.opponents)


def test_json_has_both_seats_of_every_opponent_in_order_and_the_whole_matrix():
    printed = json.loads(output_of("strength", "--json"))
    assert [entry["key"] for entry in printed["opponents"]] == OPPONENTS
    entries = {entry["key"]: entry for entry in printed["opponents"]}
    assert entries["easy"]["x"]["vs_random"] == ["737/1260", "8/63", "121/420"]
    assert (entries["easy"]["x"]["best_adversary"], entries["easy"]["x"]["beatable"]) == ("887/945", True)
    assert sorted(entries["easy"]["o"]) == ["beatable", "best_adversary", "line", "vs_random"]
    assert (entries["extreme-first"]["o"]["line"], entries["hard"]["o"]["line"]) == ([1, 5, 7, 6, 4], None)
    assert printed["matrix"]["easy"]["hard"] == ["0", "757/3402", "2645/3402"]
    assert {key: list(row) for key, row in printed["matrix"].items()} == dict.fromkeys(OPPONENTS, OPPONENTS)


def test_the_tables_have_each_seat_of_every_opponent_and_every_pair_of_opponents():
    seats, pairs = ([line.split() for line in table.splitlines()] for table in output_of("strength").split("\n\n"))
    assert len(seats) == 1 + 2 * len(OPPONENTS)
    assert ["extreme-first", "O", "77.2%", "9.7%", "13.1%", "1", "1", "5", "7", "6", "4"] in seats
    assert sum("never" in row for row in seats) == 8
    head, *rows = pairs
    assert head == ["X", "\\", "O", *OPPONENTS]
    cells = {row[0]: dict(zip(OPPONENTS, row[1:], strict=True)) for row in rows}
    assert list(cells) == OPPONENTS
    assert (cells["easy"]["hard"], cells["hard"]["hard"]) == ("0/22.3/77.7", "0/100/0")
