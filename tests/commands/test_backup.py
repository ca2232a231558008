"""`manage.py backup`: a copy made during play is complete."""

import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.support.server import ROOT, Server
from tests.support.waiting import until

PLAY = """
import itertools
import time
from games.play import services
from games.models import Player
ada = Player.objects.create(name="Ada")
for number in itertools.count(1):
    game = services.start_one_screen(player=ada)
    for cell in (0, 3, 1, 4, 2):
        game = services.play(code=game.code, player=ada, move=str(cell), version=game.version)
    print("game", number, flush=True)
    time.sleep(0.02)  # leave time for the backup
"""
SESSION = """
from games.site.sessions import SessionStore
session = SessionStore()
session["player"] = 1
session.save()
"""


@pytest.fixture
def site(prepared, tmp_path) -> Server:
    """A site with its own data, in SQLite."""
    return Server(shutil.copytree(prepared, tmp_path / "data"))


@pytest.fixture
def busy(site) -> Iterator[Server]:
    """The same site, while another process plays games."""
    playing = site.launch(sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", PLAY)
    wait_for_another_game(site)
    yield site
    playing.kill()
    playing.wait()


def games_played(site: Server) -> int:
    return site.log.read_text().count("game ") if site.log.exists() else 0


def wait_for_another_game(site: Server) -> None:
    """Wait until another game has been played."""
    before = games_played(site)
    until(lambda: games_played(site) > before)


def run(site: Server, *arguments: object) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=ROOT,
        env=site.environment,
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.slow
def test_copies_made_during_play_are_complete_and_obey_the_rules(busy, tmp_path):
    found = []
    for number in range(3):
        target = tmp_path / f"copy-{number}.sqlite3"
        said = run(busy, "backup", target)
        assert (said.returncode, said.stderr) == (0, "")
        restored = Server(tmp_path / f"restored-{number}")
        restored.folder.mkdir()
        shutil.copy(target, restored.folder / "db.sqlite3")
        count = int(said.stdout.split()[0])
        assert restored.manage("verify") == f"{count} games checked, 0 problems.\n"
        found.append(count)
        wait_for_another_game(busy)
    assert 1 <= found[0] < found[1] < found[2]


def test_it_reports_the_copy_and_the_matching_key(site, tmp_path):
    target = tmp_path / "one.sqlite3"
    key = f"Keep {site.folder / 'secret-key'} with it.\n"
    assert run(site, "backup", target).stdout == f"0 games are in {target}. {key}"
    refused = run(site, "backup", target)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == f"CommandError: {target} exists already: name another file.\n"


def test_without_a_name_it_is_the_backup_of_the_day(site):
    said = run(site, "backup", "--keep", 3)
    [made] = (site.folder / "backups").iterdir()
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith(f"0 games are in {made}. ")


class TestKeyOfRestoredSite:
    """`restore` warns if the site would recognise none of the backup's players."""

    def restored(self, site: Server, **variables: str) -> subprocess.CompletedProcess:
        site.manage("shell", "--verbosity", "0", "--command", SESSION)
        backup = site.folder / "backup.sqlite3"
        run(site, "backup", backup)
        there = Server(site.folder.with_name("there"), **variables)
        done = run(there, "restore", backup)
        assert done.returncode == 0
        return done

    def test_with_another_key_it_says_where_to_put_the_right_one(self, site):
        output = self.restored(site).stderr
        assert output.startswith("The secret key does not belong to this backup, so the site recognises none of its")
        assert str(site.folder.with_name("there") / "secret-key") in output

    def test_with_the_same_key_it_says_nothing(self, site):
        assert self.restored(site, SECRET_KEY=(site.folder / "secret-key").read_text()).stderr == ""
