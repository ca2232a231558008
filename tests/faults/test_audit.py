"""The audit finds what it is for: a report of no losses says something only if a loss would show."""

import re
from types import SimpleNamespace

import pytest

from games.engine.classic import CLASSIC
from tests.faults.audit import Audit
from tests.faults.players import FIRST_DELAY, LAST_DELAY, Board, Click, Table
from tests.faults.tournaments import in_two_at_a_time, wrong_in_table
from tests.server import ROOT

CONNECTION = ROOT / "static" / "js" / "connection.js"
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


def test_a_move_of_a_computer_player_is_nobodys_click(table, game):
    game["moves"].append({"ply": 4, "move": "2", "mark": "O", "version": 4})
    audit = Audit()
    audit.hold_moves(table.code, table.pages[:1], game, unseen=["O"])
    assert audit.clean


# --- tournaments


def match(number: int, names: str, made: float, ended: float | None, winners: str = "X") -> dict:
    """Two games between two people, the first of whom is X; `winners` are the marks that won them, "-" for a draw."""
    first, second = names.split()
    games = [
        {"code": f"{number}{place}", "place": place, "over": True, "winner": winner.strip("-")}
        | {"seats": {"X": first, "O": second}, "scored": True, "mistakes": {"X": 0, "O": 0}}
        for place, winner in enumerate(winners, start=1)
    ]
    return {"number": number, "counts": True, "names": [first, second], "made": made, "ended": ended, "games": games}


def test_one_match_after_the_other():
    assert in_two_at_a_time([match(1, "Ada Ben", 0, 5), match(2, "Ada Cem", 5, None), match(3, "Ben Dan", 6, 7)]) == []


def test_a_match_that_begins_before_another_has_ended():
    assert in_two_at_a_time([match(1, "Ada Ben", 0, 5), match(2, "Cem Ben", 4, 9)]) == ["match 2: Ben was in another"]


def test_a_match_that_begins_while_another_never_ends():
    assert in_two_at_a_time([match(1, "Ada Ben", 0, None), match(2, "Ada Cem", 4, 9)]) != []


def test_a_game_that_there_is_twice():
    made = match(1, "Ada Ben", 0, 5)
    made["games"] *= 2
    assert in_two_at_a_time([made]) == ["match 1: game 1 is there twice"]


STORED = {"entrants": {"Ada": 0, "Ben": 0}, "removed": [], "matches": [match(1, "Ada Ben", 0, 5, "X-")]}
TABLE = "name,points,won,drawn,lost\nAda,{},1,1,0\nBen,1,0,1,1\n"


def test_a_table_that_is_what_the_games_say():
    assert wrong_in_table(STORED, TABLE.format(3)) == []


def test_a_table_that_counts_a_result_twice():
    assert wrong_in_table(STORED, TABLE.format(5)) == ["Ada: the table says [5, 1, 1, 0], the games [3, 1, 1, 0]"]


def test_somebody_who_is_not_in_the_table():
    assert wrong_in_table(STORED, "name,points,won,drawn,lost\nAda,3,1,1,0\n") == ["Ben is not in the table"]


def test_somebody_who_was_removed_and_is_in_the_table():
    assert wrong_in_table({**STORED, "removed": ["Ben"]}, TABLE.format(3)) == ["Ben is in the table, and was removed"]


def test_players_come_back_as_soon_as_the_script_of_the_page_and_within_five_seconds():
    delays = re.findall(r"(min|max)ReconnectionDelay: ([\d_]+) \+ Math.random\(\) \* ([\d_]+)", CONNECTION.read_text())
    in_script = {which: (int(least) / 1_000, (int(least) + int(more)) / 1_000) for which, least, more in delays}
    assert in_script == {"min": FIRST_DELAY, "max": LAST_DELAY}
    assert max(LAST_DELAY) <= 5
