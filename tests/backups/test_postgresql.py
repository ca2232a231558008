"""Backups of a PostgreSQL database, by its own programs and on a real server."""

from collections.abc import Iterator

import psycopg
import pytest

from games.backups.database import Failed
from games.backups.postgresql import PostgresqlDatabase
from tests.backups.files import INVITE, NOW
from tests.server import Server
from tools.cluster.programs import Postgres

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def postgres(programs, tmp_path_factory) -> Iterator[Postgres]:
    server = Postgres(tmp_path_factory.mktemp("postgresql"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def site(postgres, tmp_path_factory) -> Server:
    site = Server(tmp_path_factory.mktemp("site"), DATABASE_URL=postgres.url)
    site.manage("migrate", "--verbosity", "0")
    return site


def add(address: str, name: str, code: str) -> None:
    """Adds a player, and a game that waits."""
    with psycopg.connect(address) as database:
        database.execute("INSERT INTO games_player (name, created_at, carried) VALUES (%s, %s, 0)", [name, NOW])
        database.execute(INVITE.replace("?", "%s"), [code, NOW, NOW, NOW])


def ask(address: str, question: str) -> list:
    with psycopg.connect(address) as database:
        return [found for (found,) in database.execute(question)]


NAMES = "SELECT name FROM games_player ORDER BY name"


def test_a_backup_is_made_put_back_and_what_was_there_is_kept(site, postgres, tmp_path):
    backup = tmp_path / "backup"
    add(postgres.url, "Ada\t\\.\nCOPY games_game (id) FROM stdin;\n", "aa")
    assert site.manage("backup", str(backup)).startswith(f"1 games are in {backup}. Keep ")
    add(postgres.url, "Ben", "bb")

    database = PostgresqlDatabase(postgres.url)
    for problem, refused in (
        (backup.read_bytes()[: backup.stat().st_size * 2 // 3], "is no whole backup of this site"),
        (b"PGDMP, more or less", "is no whole backup of this site"),
    ):
        (tmp_path / "half").write_bytes(problem)
        with pytest.raises(Failed, match=refused):
            database.read(tmp_path / "half")
    with psycopg.connect(postgres.url), pytest.raises(Failed, match=r"The database is in use, from 127.0.0.1"):
        database.at_rest().__enter__()
    assert len(ask(postgres.url, NAMES)) == 2

    said = site.manage("restore", str(backup)).splitlines()
    assert said[0] == f"1 games are back from {backup}."
    aside = said[1].removeprefix("What was there before is kept: database ")
    assert [name[:3] for name in ask(postgres.url, NAMES)] == ["Ada"]
    assert [name[:3] for name in ask(postgres._url(aside), NAMES)] == ["Ada", "Ben"]
    assert sorted(ask(postgres._url("postgres"), "SELECT datname FROM pg_database WHERE NOT datistemplate")) == (
        sorted(["postgres", "tictactoe", aside])
    )
    with database.at_rest(), pytest.raises(Failed, match="A restore is under way"):
        database.in_use().__enter__()
    with database.in_use(), pytest.raises(Failed, match="a backup or a tidy is under way"):
        database.at_rest().__enter__()
    assert site.manage("tidy", "--replaced").endswith(f"\nDeleted {aside}.\n")
    assert database.replaced() == []


def test_a_database_that_does_not_answer_is_told_without_its_password(postgres, tmp_path):
    address = postgres.url.replace(str(postgres.port), "1")
    with pytest.raises(Failed) as failed:
        PostgresqlDatabase(address).save(tmp_path / "backup")
    assert str(failed.value).startswith("PostgreSQL says: connection failed: ")
    assert postgres.password not in str(failed.value)


def test_a_program_that_is_missing_is_named(postgres, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda *_arguments, **_options: None)
    with pytest.raises(Failed, match="pg_dump is not installed: get the client programs of PostgreSQL"):
        PostgresqlDatabase(postgres.url)._program("pg_dump")


def test_who_may_not_make_a_database_is_told_so(site, postgres, tmp_path):
    with psycopg.connect(postgres.url, autocommit=True) as database:
        database.execute("CREATE ROLE ned LOGIN PASSWORD 'ink'")
    address = postgres.url.replace(f"tictactoe:{postgres.password}", "ned:ink")
    with pytest.raises(Failed, match=r"The database user ned may not make a database: ALTER ROLE ned CREATEDB."):
        PostgresqlDatabase(address).fresh(tmp_path / "any").__enter__()
