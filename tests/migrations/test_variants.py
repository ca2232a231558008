"""A database of the last release with a single game is migrated to the release with several, and back."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tools.cluster.programs import Postgres
from tests.support.server import OURS, ROOT

BEFORE = "e6a8aa4"  # that release
FILL = Path(__file__).with_name("old_site.py")
IN_TURN = Path(__file__).with_name("in_turn.py")
GAMES = 20  # made by that release; tested by hand with 100,000
DUMP = "dumpdata games"
Run = Callable[..., str]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def old_site(checkout) -> Path:
    """A checkout of that release."""
    return checkout(BEFORE)


@pytest.fixture
def sqlite(tmp_path) -> Iterator[dict[str, str]]:
    yield {"DATA_DIR": str(tmp_path)}


@pytest.fixture
def postgresql(programs, tmp_path) -> Iterator[dict[str, str]]:
    server = Postgres(tmp_path / "postgresql")
    server.start()
    yield {"DATA_DIR": str(tmp_path), "DATABASE_URL": server.url}
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def run(request) -> Run:
    """Run scripts and commands of a checkout on a database, and return their output."""
    variables = request.getfixturevalue(request.param)
    environment = {name: value for name, value in os.environ.items() if name not in (*OURS, "DJANGO_SETTINGS_MODULE")}

    def in_checkout(checkout: Path, *what: str) -> str:
        done = subprocess.run(
            [sys.executable, IN_TURN, *what],
            cwd=checkout,
            env=environment | variables,
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return in_checkout


def stored(printed: str) -> list[dict]:
    """Return every row of the games' tables."""
    rows, _end = json.JSONDecoder().raw_decode(printed, printed.index('[{"model"'))
    return sorted(rows, key=lambda row: (row["model"], row["pk"]))


def brought_over(row: dict) -> dict:
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


def test_everything_is_migrated_valid_and_reversible(run, old_site):
    before = stored(
        run(
            old_site,
            "migrate --verbosity 0",
            f"tests/bench/make_games.py {GAMES} --finished",
            shlex.quote(str(FILL)),
            DUMP,
        )
    )
    assert {row["model"].removeprefix("games.") for row in before} >= {"game", "move", "series", "practice", "daily"}

    come = run(ROOT, "migrate --verbosity 0", DUMP, "verify", "migrate games 0006 --verbosity 0")
    assert stored(come) == [brought_over(row) for row in before]
    assert come.endswith("games checked, 0 problems.\n")

    gone_back = run(old_site, DUMP, "verify")
    assert stored(gone_back) == before
    assert gone_back.endswith("games checked, 0 problems.\n")
