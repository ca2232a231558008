"""The command that prints the value of each game."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine.notakto import NOTAKTO
from games.engine.retrograde import worths_of
from games.engine.solver import Tabled
from games.engine.variants import VARIANTS
from games.engine.wild import WILD

pytestmark = pytest.mark.slow


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("solve", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def games() -> dict[str, dict]:
    return {game["key"]: game for game in json.loads(printed("--json"))["games"]}


def test_all_games_are_listed_in_order_with_every_figure(games):
    assert list(games) == list(VARIANTS)
    assert {tuple(game) for game in games.values()} == {
        ("key", "positions", "finished", "games", "value", "plies", "first", "won", "drawn", "lost", "longest")
    }


def test_each_first_move_has_its_worth_to_the_side_that_makes_it(games):
    assert games["vanishing"]["first"][:2] == [
        {"square": 0, "mark": "X", "value": 0, "plies": None},
        {"square": 1, "mark": "X", "value": 1, "plies": 13},
    ]
    wild = [(move["square"], move["mark"]) for move in games["wild"]["first"]]
    assert wild == [(square, mark) for square in range(9) for mark in "XO"]
    assert {move["mark"] for move in games["notakto"]["first"]} == {"X"}


def test_one_game_may_be_named():
    assert [game["key"] for game in json.loads(printed("notakto", "--json"))["games"]] == ["notakto"]
    with pytest.raises(CommandError, match="invalid choice"):
        printed("chess")


def test_the_tables_have_the_same_figures():
    counts, worths = printed("notakto").split("\n\n")
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
    printed("wild", "--write")
    assert (tmp_path / "again").read_bytes() == shipped
    assert not isinstance(NOTAKTO.solver, Tabled)
    printed("notakto", "--write")
