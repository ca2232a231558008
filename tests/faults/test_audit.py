"""The audit finds errors; otherwise a report without losses would mean nothing."""

import re
from types import SimpleNamespace

import pytest

from games.engine.classic import CLASSIC
from tests.faults.audit import Audit
from tests.faults.players import FIRST_DELAY, LAST_DELAY, Board, Click, Table
from tests.support.server import ROOT

CONNECTION = ROOT / "static" / "site" / "connection.js"
CELLS = "401"  # X in the centre, O and X in the top row
MORE = {"ply": 4, "move": "2", "mark": "O", "version": 4}  # a move that nobody has made


def shown(moves: str) -> Board:
    return Board(CLASSIC, len(moves) + 1, tuple(moves), False, ())


@pytest.fixture
def table() -> Table:
    """A table with three moves, clicked by their players and shown to both."""
    table = Table("2345678abc", ["", ""], SimpleNamespace(url="", environment={}))
    for ply, cell in enumerate(CELLS):
        table.pages[ply % 2].clicks.append(Click(cell, ply + 1, ply, 0))
    for page in table.pages:
        page.shown = [(0, shown(CELLS))]
    return table


def stored(*more: dict, moves: str = CELLS, version: int = 0, problems: tuple[str, ...] = ()) -> dict:
    """Return a game as stored.py describes it, with these moves and `more` rows of moves."""
    rows = [{"ply": ply, "move": cell, "mark": "OX"[ply % 2], "version": ply} for ply, cell in enumerate(moves, 1)]
    return {"version": version or 1 + len(rows) + len(more), "problems": [*problems], "moves": [*rows, *more]}


@pytest.mark.parametrize(
    ("game", "seen", "found"),
    [
        (stored(), CELLS, ""),
        (None, CELLS, "lost"),
        (stored(moves=CELLS[:2]), CELLS, "lost"),
        (stored(), f"{CELLS}2", "lost"),  # a spectator has seen one more move
        (stored({"ply": 4, "move": "1", "mark": "X", "version": 3}), CELLS, "doubled"),
        (stored(moves="481"), CELLS, "wrong"),
        (stored(MORE), CELLS, "wrong"),
        (stored(version=5), CELLS, "wrong"),
        (stored(problems=("its verdicts differ from its moves",)), CELLS, "wrong"),
    ],
)
def test_the_audit_finds_games_that_are_not_stored_as_shown(table, game, seen, found):
    table.add("").shown = [(0, shown(seen))]
    audit = Audit()
    audit.check(table, game)
    assert [what for what in ("lost", "doubled", "wrong") if getattr(audit, what)] == found.split()


def test_moves_of_a_computer_player_need_no_click(table):
    audit = Audit()
    audit.check_moves(table.code, table.pages[:1], stored(MORE), unseen=["O"])
    assert audit.clean


def test_players_reconnect_with_the_delays_of_the_page():
    delays = re.findall(r"(min|max)ReconnectionDelay: ([\d_]+) \+ Math.random\(\) \* ([\d_]+)", CONNECTION.read_text())
    in_script = {which: (int(least) / 1_000, (int(least) + int(more)) / 1_000) for which, least, more in delays}
    assert in_script == {"min": FIRST_DELAY, "max": LAST_DELAY}
    assert max(LAST_DELAY) <= 5
