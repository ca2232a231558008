"""A database of the last release with a single game is migrated to the release with several, and back."""

import json
import shlex
from pathlib import Path

import pytest

from tests.support.server import ROOT, Server
from tests.support.waiting import PATIENCE

BEFORE = "e6a8aa4"  # that release
FILL = Path(__file__).with_name("old_site.py")
IN_TURN = Path(__file__).with_name("in_turn.py")
GAMES = 20  # made by that release; tested by hand with 100,000
DUMP = "dumpdata games"

pytestmark = pytest.mark.slow


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request, tmp_path) -> Server:
    """A site on either database."""
    if request.param == "sqlite":
        return Server(tmp_path)
    return Server(tmp_path, DATABASE_URL=request.getfixturevalue("postgres").url)


def run(site: Server, code: Path, *commands: str) -> str:
    """Run scripts and commands of a checkout on the site's database, and return their output."""
    site.code = code
    return site.run(str(IN_TURN), *commands, patience=10 * PATIENCE)


def rows(output: str) -> list[dict]:
    """Return every row that DUMP has printed, in order."""
    found, _end = json.JSONDecoder().raw_decode(output, output.index('[{"model"'))
    return sorted(found, key=lambda row: (row["model"], row["pk"]))


def migrated(row: dict) -> dict:
    """Return the expected row after the migration."""
    fields = dict(row["fields"])
    if row["model"] in ("games.game", "games.series", "games.practice", "games.daily"):
        fields["variant"] = "classic"
    if row["model"] == "games.game":
        fields |= {"match": None, "place": None, "move_by": None, "offered_variant": ""}
    if row["model"] == "games.practice":
        fields |= {"box": 0, "answered_at": None}
    if row["model"] == "games.daily":
        fields |= {"first_wrong": "", "first_try_streak": 0 if fields["wrong"] else fields["streak"]}
    if row["model"] == "games.player":
        fields |= {"replaced_by": None, "seen_at": None, "name_locked": False, "blocked": False}
    if row["model"] == "games.seat":
        fields["name"] = ""
    if row["model"] == "games.move":
        fields["text"] = str(fields.pop("cell"))
    return row | {"fields": fields}


def test_every_row_is_migrated_and_can_be_migrated_back(site, checkout):
    old, make_games = checkout(BEFORE), f"tests/bench/make_games.py {GAMES} --finished"
    before = rows(run(site, old, "migrate --verbosity 0", make_games, shlex.quote(str(FILL)), DUMP))
    assert {row["model"].removeprefix("games.") for row in before} >= {"game", "move", "series", "practice", "daily"}

    after = run(site, ROOT, "migrate --verbosity 0", DUMP, "verify", "migrate games 0006 --verbosity 0")
    assert rows(after) == [migrated(row) for row in before]
    assert after.endswith("games checked, 0 problems.\n")

    back = run(site, old, DUMP, "verify")
    assert rows(back) == before
    assert back.endswith("games checked, 0 problems.\n")
