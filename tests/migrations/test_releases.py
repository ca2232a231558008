"""The database of each earlier release can be migrated, and a release replaces the previous one during play."""

import contextlib
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.faults.forms import post
from tests.support.people import DRAW, two_in_a_game
from tests.support.server import ROOT, Server

# By commit, because a clone may lack the tags. Add each new release at the end.
RELEASES = {"1.0.0": "e36d1e8", "1.1.0": "f9ec1f2", "2.0.0": "4e30aa4"}
OLDEST, *_, NEWEST = RELEASES
FULL = os.environ.get("FAULTS") == "full"
GAMES = 100_000 if FULL else 1_000
PATIENCE = 600  # seconds for that many games
MANY_GAMES = f"""
try:
    from games.play import services
except ImportError:  # before 2.0
    from games import services
from games.models import Player
host = Player.objects.create(name="Host")
for _series in range({GAMES // 100}):
    services.start_series(player=host, x="easy", o="medium", count=100)
"""
PROCESS = (sys.executable, "-m", "deploy.process")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def checkout(tmp_path_factory) -> Callable[[str], Path]:
    """Return a function that checks out a commit into a folder."""

    @functools.cache
    def check_out(commit: str) -> Path:
        found = subprocess.run(["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=ROOT, check=False)
        if found.returncode:
            pytest.skip(f"the commit {commit} of an earlier release is not here: git fetch --unshallow")
        folder = tmp_path_factory.mktemp(commit)
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "x"], cwd=folder, input=archive, check=True)
        return folder

    return check_out


def filled(site: Server) -> dict:
    """Create a site's database, by the code of its release: many games and one in play. Return the one in play."""
    site.manage("migrate", "--verbosity", "0")
    site.manage("shell", "--command", MANY_GAMES, patience=PATIENCE)
    return json.loads(site.run("tests/bench/make_games.py", "1"))


def verified(site: Server) -> int:
    """Verify all games of a site, and return their number."""
    output = site.manage("verify", patience=PATIENCE)
    assert output.endswith(" games checked, 0 problems.\n")
    return int(output.split()[-5].replace(",", ""))


def test_every_earlier_release_is_tested():
    dated = re.findall(r"^## (\d\S+) - ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert {*RELEASES} >= {*dated[1:]}


# The last test below migrates the newest release, on PostgreSQL.
@pytest.mark.parametrize("release", RELEASES if FULL else [OLDEST])
def test_the_database_of_a_release_is_migrated_with_all_its_games(release, checkout, prepared, tmp_path):
    before = Server(tmp_path)
    before.code = checkout(RELEASES[release])
    game = filled(before)
    site = Server(tmp_path)
    start = time.monotonic()
    site.manage("migrate", "--verbosity", "0", patience=PATIENCE)
    print(f"{GAMES:,} games of {release} were migrated in {time.monotonic() - start:.1f} s")
    shutil.copytree(prepared / "static", tmp_path / "static", dirs_exist_ok=True)
    site.start()
    try:
        for ply, cell in enumerate(DRAW, start=1):
            answer = post(site.url, f"/g/{game['code']}/play/", game["cookies"][(ply - 1) % 2], cell=cell, version=ply)
            assert answer.status == 302
    finally:
        site.stop()
    assert verified(site) == GAMES + 1


@contextlib.contextmanager
def games_played(site: Server) -> Iterator[list[str]]:
    """Let two people play games by forms during the context, and check every move. Yield the codes of finished ones."""
    codes, stop = list[str](), threading.Event()

    def play() -> None:
        while not stop.is_set():
            ada, ben, code = two_in_a_game(site.url)
            for ply, cell in enumerate(DRAW, start=1):
                assert (ada, ben)[(ply - 1) % 2].post(f"/g/{code}/play/", cell=cell, version=ply).status == 200
            codes.append(code)

    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(play)
        try:
            yield codes
        finally:
            stop.set()
        playing.result()


def play_across(here: Server, there: Server) -> None:
    """Let two people at different processes play a game, and check that both see every move."""
    ada, ben, code = two_in_a_game(here.url)
    pages = ada.page(code), ben.page(code, at=there.url)
    for page in pages:
        page.sees(1)
    for ply, cell in enumerate(DRAW, start=1):
        pages[(ply - 1) % 2].play(cell, version=ply)
        for page in pages:
            assert page.sees(ply + 1) == ply + 1
    for page in pages:
        page.close()


def test_a_release_replaces_the_previous_one_during_play(checkout, prepared, postgres, redis, tmp_path):
    shared = {
        "DATABASE_URL": postgres.url,
        "REDIS_URL": redis.url,
        "SECRET_KEY": "of both releases, and long enough for what is signed with it",
        "BEAT": "1",  # the older process receives no news from the newer, only beats
    }
    older, newer = Server(tmp_path / "older", **shared, DEBUG="true"), Server(tmp_path / "newer", **shared)
    older.code = checkout(RELEASES[NEWEST])
    older.folder.mkdir()
    shutil.copytree(prepared / "static", newer.folder / "static")
    filled(older)
    older.start(*PROCESS)
    try:
        with games_played(older) as codes:
            newer.manage("migrate", "--verbosity", "0", patience=PATIENCE)
            newer.start(*PROCESS)
        assert len(codes) > 1
        play_across(older, newer)
        play_across(newer, older)
    finally:
        for site in (older, newer):
            if site.process:
                site.stop()
    assert verified(newer) >= GAMES + len(codes)
