"""The command that prints the value of each game."""

import pytest
from django.core.management import CommandError

from games.engine.notakto import NOTAKTO
from games.engine.retrograde import worths_of
from games.engine.solver import Tabled
from games.engine.variants import VARIANTS
from games.engine.wild import WILD
from tests.support.commands import output_of

pytestmark = pytest.mark.slow


def test_all_games_are_listed_in_order():
    counts, worths = ([line.split()[0] for line in part.splitlines()] for part in output_of("solve").split("\n\n"))
    assert counts == worths == ["game", *VARIANTS]


def test_one_game_may_be_named():
    counts, worths = output_of("solve", "notakto").split("\n\n")
    assert [line.split() for line in counts.splitlines()] == [
        ["game", "positions", "finished", "games", "won", "drawn", "lost", "longest"],
        ["notakto", "230", "220", "23,232", "157", "0", "73", "6"],
    ]
    assert worths.splitlines() == [
        "game     worth     first moves",
        "notakto  win in 3  5: win in 2; 1 2 3 4 6 7 8 9: loss in 3",
    ]
    with pytest.raises(CommandError, match="invalid choice"):
        output_of("solve", "chess")


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
