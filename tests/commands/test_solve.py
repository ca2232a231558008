"""The command that prints the value of each game."""

import json

import pytest
from django.core.management import CommandError

from games.engine.notakto import NOTAKTO
from games.engine.retrograde import worths_of
from games.engine.solver import Tabled
from games.engine.variants import VARIANTS
from games.engine.wild import WILD
from tests.support.commands import output_of

pytestmark = pytest.mark.slow


def test_all_games_are_listed_in_order_with_every_figure_and_the_worth_of_each_first_move():
    games = {game["key"]: game for game in json.loads(output_of("solve", "--json"))["games"]}
    assert list(games) == list(VARIANTS)
    assert {tuple(game) for game in games.values()} == {
        ("key", "positions", "finished", "games", "value", "plies", "first", "won", "drawn", "lost", "longest")
    }
    assert games["vanishing"]["first"][:2] == [
        {"square": 0, "mark": "X", "value": 0, "plies": None},
        {"square": 1, "mark": "X", "value": 1, "plies": 13},
    ]
    wild = [(move["square"], move["mark"]) for move in games["wild"]["first"]]
    assert wild == [(square, mark) for square in range(9) for mark in "XO"]
    assert {move["mark"] for move in games["notakto"]["first"]} == {"X"}


def test_one_game_may_be_named():
    assert [game["key"] for game in json.loads(output_of("solve", "notakto", "--json"))["games"]] == ["notakto"]
    with pytest.raises(CommandError, match="invalid choice"):
        output_of("solve", "chess")


def test_the_tables_have_the_same_figures():
    counts, worths = output_of("solve", "notakto").split("\n\n")
    assert [line.split() for line in counts.splitlines()] == [
        ["game", "positions", "finished", "games", "won", "drawn", "lost", "longest"],
        ["notakto", "230", "220", "23,232", "157", "0", "73", "6"],
    ]
    assert worths.splitlines() == [
        "game     worth     first moves",
        "notakto  win in 3  5: win in 2; 1 2 3 4 6 7 8 9: loss in 3",
    ]


@pytest.mark.parametrize("variant", [one for one in VARIANTS.values() if isinstance(one.solver, Tabled)])
def test_the_stored_tables_are_up_to_date(variant):
    assert variant.solver.table == variant.solver.table_of(worths_of(variant))


def test_only_the_tables_of_solvers_that_read_one_are_rewritten(monkeypatch, tmp_path):
    shipped = WILD.solver.path.read_bytes()
    monkeypatch.setattr(WILD.solver, "path", tmp_path / "again")
    output_of("solve", "wild", "--write")
    assert (tmp_path / "again").read_bytes() == shipped
    assert not isinstance(NOTAKTO.solver, Tabled)
    output_of("solve", "notakto", "--write")
