"""The audit finds what it is for: a report of no losses says something only if a loss would show."""

from types import SimpleNamespace

import pytest

from games.engine.classic import CLASSIC
from tests.faults.audit import Audit
from tests.faults.players import Board, Click, Table

CELLS = "401"  # X in the centre, O and X in the top row


def shown(moves: str) -> Board:
    return Board(CLASSIC, len(moves) + 1, tuple(moves), False, ())


@pytest.fixture
def table() -> Table:
    """Three moves, pressed by their players and shown to both."""
    table = Table("2345678abc", ["", ""], SimpleNamespace(url="", environment={}))
    for ply, cell in enumerate(CELLS):
        table.pages[ply % 2].clicks.append(Click(cell, ply + 1, ply, 0))
    for page in table.pages:
        page.shown = [(0, shown(CELLS))]
    return table


@pytest.fixture
def game() -> dict:
    """The same as stored."""
    moves = [  # X moved first
        {"ply": ply, "move": cell, "mark": "OX"[ply % 2], "version": ply} for ply, cell in enumerate(CELLS, start=1)
    ]
    return {"version": len(CELLS) + 1, "record": CELLS, "problems": [], "moves": moves}


def found(table: Table, game: dict | None) -> tuple[bool, bool, bool]:
    """Whether something is lost, doubled or wrong."""
    audit = Audit()
    audit.hold(table, game)
    return bool(audit.lost), bool(audit.doubled), bool(audit.wrong)


def test_all_is_well(table, game):
    assert found(table, game) == (False, False, False)


def test_a_game_that_is_gone(table):
    assert found(table, None) == (True, False, False)


def test_a_move_that_was_shown_and_is_not_stored(table, game):
    game["moves"].pop()
    game["version"] -= 1
    assert found(table, game) == (True, False, False)


def test_a_move_shown_to_a_spectator_counts_too(table, game):
    spectator = table.add("")
    spectator.shown = [(0, shown(CELLS + "2"))]
    assert found(table, game) == (True, False, False)


def test_a_click_that_was_stored_twice(table, game):
    game["moves"].append({**game["moves"][-1], "ply": 4})
    game["version"] += 1
    assert found(table, game) == (False, True, False)


def test_a_move_on_another_square(table, game):
    game["moves"][1]["move"] = "8"
    assert found(table, game) == (False, False, True)


def test_a_move_that_nobody_made(table, game):
    game["moves"].append({"ply": 4, "move": "2", "mark": "O", "version": 4})
    game["version"] += 1
    assert found(table, game) == (False, False, True)


def test_a_version_that_does_not_count_the_moves(table, game):
    game["version"] += 1
    assert found(table, game) == (False, False, True)


def test_a_board_that_does_not_follow_from_its_moves(table, game):
    game["problems"] = ["its verdicts differ from its moves"]
    assert found(table, game) == (False, False, True)
