"""`manage.py backup`: a copy made under play is whole, and nothing is ever overwritten."""

import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import ROOT, Server
from tests.waiting import PATIENCE

PLAY = """
import itertools
from games import services
from games.models import Player
ada = Player.objects.create(name="Ada")
for number in itertools.count(1):
    game = services.start_one_screen(player=ada)
    for cell in (0, 3, 1, 4, 2):
        game = services.play(code=game.code, player=ada, move=str(cell), version=game.version)
    print("game", number, flush=True)
"""


@pytest.fixture
def site(prepared, tmp_path) -> Server:
    """A site on data of its own, in SQLite."""
    return Server(shutil.copytree(prepared, tmp_path / "data"))


@pytest.fixture
def busy(site) -> Iterator[Server]:
    """The same while another process plays one game after the other."""
    playing = site.launch(sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", PLAY)
    more(site, games_played(site))
    yield site
    playing.kill()
    playing.wait()


def games_played(site: Server) -> int:
    return site.log.read_text().count("game ") if site.log.exists() else 0


def more(site: Server, than: int) -> None:
    """Waits until more games have been played."""
    deadline = time.monotonic() + PATIENCE
    while games_played(site) <= than:
        assert time.monotonic() < deadline, site.log.read_text()
        time.sleep(0.01)


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
def test_copies_made_while_games_go_on_are_whole_and_fit_the_rules(busy, tmp_path):
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
        more(busy, games_played(busy))
    assert 1 <= found[0] < found[1] < found[2]


def test_a_copy_is_one_file_for_its_owner_alone(site, tmp_path):
    target = tmp_path / "copies" / "one.sqlite3"
    target.parent.mkdir()
    said = run(site, "backup", target)
    assert said.stdout == f"0 games are in {target}. Keep {site.folder / 'secret-key'} with it.\n"
    assert list(target.parent.iterdir()) == [target]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


class TestRefusals:
    def refusal(self, site: Server, target: Path) -> str:
        done = run(site, "backup", target)
        assert (done.returncode, done.stdout) == (1, "")
        return done.stderr.removeprefix("CommandError: ").strip()

    def test_a_file_that_exists_is_left_as_it_is(self, site, tmp_path):
        target = tmp_path / "mine"
        target.write_text("mine")
        assert self.refusal(site, target) == f"{target} exists already: name another file."
        assert target.read_text() == "mine"

    def test_another_backup_under_way_is_left_alone(self, site, tmp_path):
        (tmp_path / "copy.part").write_text("half")
        assert "another backup is under way" in self.refusal(site, tmp_path / "copy")
        assert (tmp_path / "copy.part").read_text() == "half"

    def test_a_place_that_cannot_be_written(self, site, tmp_path):
        target = tmp_path / "missing" / "copy"
        assert self.refusal(site, target) == (
            f"{target} can't be written: [Errno 2] No such file or directory: '{target}.part'"
        )

    def test_data_without_a_database(self, site, tmp_path):
        (site.folder / "db.sqlite3").unlink()
        assert self.refusal(site, tmp_path / "copy") == f"There is no database in {site.folder} yet."
        assert not (tmp_path / "copy").exists()

    def test_a_damaged_database(self, site, tmp_path):
        (site.folder / "db.sqlite3").write_bytes(b"no database at all" * 1_000)
        assert "can't be written: file is not a database" in self.refusal(site, tmp_path / "copy")
        assert not list(tmp_path.glob("copy*"))

    def test_games_in_postgresql_are_for_its_own_tool(self, tmp_path):
        site = Server(tmp_path, DATABASE_URL="postgres://ada:ink@127.0.0.1:1/games")
        assert "use pg_dump" in self.refusal(site, tmp_path / "copy")
