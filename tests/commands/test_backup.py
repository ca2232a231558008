"""`manage.py backup`: a copy made during play is complete."""

import shutil
import subprocess
import sys

import pytest

from tests.support.commands import run
from tests.support.server import Server
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
    return Server(shutil.copytree(prepared, tmp_path / "data"))


def manage(site: Server, *arguments: object) -> subprocess.CompletedProcess:
    return run(sys.executable, "manage.py", *map(str, arguments), env=site.environment)


@pytest.mark.slow
def test_copies_made_during_play_are_complete_and_obey_the_rules(site, tmp_path):
    def wait_for_another_game() -> None:
        before = site.log.read_text().count("game ")
        until(lambda: site.log.read_text().count("game ") > before)

    playing = site.launch(sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", PLAY)
    found = []
    for number in range(3):
        wait_for_another_game()
        target = tmp_path / f"copy-{number}.sqlite3"
        said = manage(site, "backup", target)
        assert (said.returncode, said.stderr) == (0, "")
        restored = Server(tmp_path / f"restored-{number}")
        restored.folder.mkdir()
        shutil.copy(target, restored.folder / "db.sqlite3")
        found.append(int(said.stdout.split()[0]))
        assert restored.manage("verify") == f"{found[-1]} games checked, 0 problems.\n"
    playing.kill()
    playing.wait()
    assert 1 <= found[0] < found[1] < found[2]


def test_it_reports_the_copy_and_the_matching_key(site, tmp_path):
    target = tmp_path / "one.sqlite3"
    key = f"Keep {site.folder / 'secret-key'} with it.\n"
    assert manage(site, "backup", target).stdout == f"0 games are in {target}. {key}"
    assert manage(site, "backup", target).stderr == f"CommandError: {target} exists already: name another file.\n"


def test_without_a_name_it_is_the_backup_of_the_day(site):
    said = manage(site, "backup", "--keep", 3)
    [made] = (site.folder / "backups").iterdir()
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith(f"0 games are in {made}. ")


def test_a_restore_says_where_to_put_the_key_if_the_site_would_recognise_no_player(site, tmp_path):
    site.manage("shell", "--verbosity", "0", "--command", SESSION)
    backup, there = tmp_path / "backup.sqlite3", tmp_path / "there"
    manage(site, "backup", backup)
    other_key = manage(Server(there), "restore", backup)
    assert "so the site recognises none of its players" in other_key.stderr
    assert str(there / "secret-key") in other_key.stderr
    same_key = manage(Server(there, SECRET_KEY=(site.folder / "secret-key").read_text()), "restore", backup)
    assert (same_key.returncode, same_key.stderr) == (0, "")
