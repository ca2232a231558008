"""The commands of deploy/postgresql-backup.md, on a real server."""

import os
import re
import sys
from pathlib import Path

import psycopg
import pytest

from games.hosting.backups.saving import last_saved
from tests.hosting.backups.files import INVITE, NOW
from tests.support import commands
from tests.support.server import ROOT, Server
from tools.cluster.programs import Postgres

pytestmark = pytest.mark.slow
BACKUP, RESTORE, RENAME, DROP = re.findall(
    r"```sh\n(.+?)```", (ROOT / "deploy" / "postgresql-backup.md").read_text(), re.DOTALL
)


@pytest.fixture
def site(postgres, tmp_path) -> Server:
    site = Server(tmp_path / "site", DATABASE_URL=postgres.url)
    site.manage("migrate", "--verbosity", "0")
    return site


@pytest.fixture
def run(postgres, site, tmp_path):
    """Run lines in a shell, which stops at the first one that fails."""
    (tmp_path / "backups").mkdir()
    variables = {
        "BACKUP_DIR": str(tmp_path / "backups"),
        "PATH": os.pathsep.join([str(postgres.bin), str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PGHOST": postgres.host,
        "PGPORT": str(postgres.port),
        "PGUSER": postgres.user,
        "PGPASSWORD": postgres.password,
    }

    def run(*lines: str, code: int = 0) -> str:
        done = commands.run("sh", "-euc", "\n".join(lines), env=site.environment | variables)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    return run


def add(postgres: Postgres, code: str) -> None:
    with psycopg.connect(postgres.url) as database:
        database.execute(INVITE.replace("?", "%s"), [code, NOW, NOW, NOW])


def codes(postgres: Postgres, name: str) -> list[str]:
    with psycopg.connect(postgres.url, dbname=name) as database:
        return [code for (code,) in database.execute("SELECT code FROM games_game ORDER BY code")]


def test_a_backup_is_restored_and_the_old_database_kept(run, postgres, tmp_path):
    add(postgres, "aa")
    run(BACKUP)
    [backup] = (tmp_path / "backups").iterdir()
    assert last_saved(tmp_path / "backups")
    assert backup.stat().st_mode & 0o077 == 0
    add(postgres, "bb")
    assert "1 games checked, 0 problems." in run(f"backup='{backup}'", RESTORE)
    with psycopg.connect(postgres.url):
        assert "is being accessed by other users" in run(RENAME, code=1)
    assert codes(postgres, "tictactoe") == ["aa", "bb"]
    run(RENAME)
    assert (codes(postgres, "tictactoe"), codes(postgres, "replaced")) == (["aa"], ["aa", "bb"])
    run(DROP)
    with pytest.raises(psycopg.OperationalError):
        codes(postgres, "replaced")


def test_a_truncated_backup_stops_the_restore(run, postgres, tmp_path):
    run(BACKUP)
    [backup] = (tmp_path / "backups").iterdir()
    backup.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    run(f"backup='{backup}'", RESTORE, code=1)
