"""Restoring a backup: the current database stays until the new one is complete, and is then kept aside."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management.base import CommandError
from django.db import OperationalError, connections

from games.hosting.backups import restoring
from games.hosting.backups.database import read
from games.hosting.backups.restoring import at_rest, replaced, restore
from games.hosting.backups.saving import save
from tests.hosting.backups.files import codes, file_size_limited_to, invite, site_in
from tests.support.server import Server
from tictactoe_site import lock
from tictactoe_site.settings import SQLITE
from tictactoe_site.sqlite.base import DatabaseWrapper

LOCKS = ("db.lock", "db.sqlite3.use")


@pytest.fixture
def database(prepared, tmp_path) -> Path:
    """A database with changes made after `backup`."""
    database = site_in(tmp_path / "data", prepared, "aa")
    save(database, tmp_path / "backup")
    invite(database, "bb")
    return database


@pytest.fixture
def backup(database, tmp_path):
    return tmp_path / "backup"


def connect(path: Path) -> None:
    """Connect to a database as each command and server does, and close the connection."""
    command = DatabaseWrapper({**connections.configure_settings({"default": SQLITE})["default"], "NAME": path})
    command.get_new_connection(command.get_connection_params()).close()


def refusal(database, file) -> str:
    """Return the message of a refused restore. Also checks that nothing is left behind."""
    before = sorted(path.name for path in database.parent.iterdir() if path.name not in LOCKS)
    with pytest.raises((CommandError, SystemExit)) as failed:
        restore(database, file, problems=tuple)
    assert codes(database) == ["aa", "bb"]
    assert sorted(path.name for path in database.parent.iterdir() if path.name not in LOCKS) == before
    return str(failed.value)


class TestRestoring:
    @pytest.fixture
    def site(self, database) -> Server:
        return Server(database.parent)

    @pytest.mark.slow
    def test_a_backup_of_an_earlier_release_is_migrated_to_this_one(self, site, database, prepared, tmp_path):
        elsewhere = Server(tmp_path / "elsewhere")
        old = site_in(elsewhere.folder, prepared, "aa")
        elsewhere.manage("migrate", "games", "0010", "--verbosity", "0")
        save(old, tmp_path / "old")
        said = site.manage("restore", str(tmp_path / "old")).splitlines()
        assert said[0] == f"1 games restored from {tmp_path / 'old'}."
        assert codes(database) == ["aa"]
        assert read(database)[1] == read(prepared / "db.sqlite3")[1]

    @pytest.mark.slow
    def test_a_backup_that_breaks_the_rules_is_restored_only_on_request(self, site, database, backup, tmp_path):
        with closing(sqlite3.connect(backup, isolation_level=None)) as games:
            games.execute("UPDATE games_game SET record = '0', status = 'started'")
        with pytest.raises(AssertionError) as failed:
            site.manage("restore", str(backup))
        assert "aa: the rows of its moves differ from its record" in str(failed.value)
        assert codes(database) == ["aa", "bb"]
        said = site.manage("restore", str(backup), "--anyway").splitlines()
        aside = said[1].removeprefix("The old database is kept: ")
        assert codes(database) == ["aa"]
        assert codes(aside) == ["aa", "bb"]


class TestInPlace:
    def put_back(self, database, backup) -> Path | None:
        with at_rest(database), restoring.copied_beside(database, backup) as beside:
            return restoring.replace(database, beside)

    def test_the_replaced_database_is_kept_aside_until_it_is_deleted(self, database, backup):
        aside = self.put_back(database, backup)
        assert (codes(database), codes(aside)) == (["aa"], ["aa", "bb"])
        assert {path for path in database.parent.glob("db.sqlite3*") if path.name not in LOCKS} == {database, aside}
        assert replaced(database) == [aside]
        Path(f"{aside}-wal").write_text("of a damaged one")
        restoring.delete(aside)
        assert {path for path in database.parent.glob("db.sqlite3*") if path.name not in LOCKS} == {database}

    def test_a_command_just_before_the_last_step_is_refused(self, database, backup, monkeypatch):
        put_aside = restoring.put_aside

        def put_aside_and_connect(database: Path) -> Path | None:
            aside = put_aside(database)
            with pytest.raises(OperationalError, match="a restore is in progress"):
                connect(database)
            return aside

        monkeypatch.setattr(restoring, "put_aside", put_aside_and_connect)
        self.put_back(database, backup)
        assert codes(database) == ["aa"]

    def test_the_wal_file_of_a_damaged_database_moves_aside_with_it(self, database, backup):
        database.write_bytes(b"damaged" * 1_000)
        database.with_name("db.sqlite3-wal").write_bytes(b"of the damaged one")
        aside = self.put_back(database, backup)
        assert codes(database) == ["aa"]
        assert aside.read_bytes() == b"damaged" * 1_000
        assert Path(f"{aside}-wal").read_bytes() == b"of the damaged one"

    def test_without_a_database_the_backup_is_just_put_in_place(self, database, backup):
        database.unlink()
        assert self.put_back(database, backup) is None
        assert codes(database) == ["aa"]

    def test_until_the_last_step_the_database_stays_in_its_place(self, database, backup, monkeypatch):
        monkeypatch.setattr(Path, "replace", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            self.put_back(database, backup)
        assert codes(database) == ["aa", "bb"]

    def test_an_interrupted_restore_can_be_repeated(self, database, backup):
        database.with_name("db.sqlite3.restoring").write_text("half")
        self.put_back(database, backup)
        assert codes(database) == ["aa"]


class TestRefusals:
    """A restore is refused, and changes nothing."""

    @pytest.mark.parametrize("alone", [True, False])
    def test_while_the_site_is_running(self, database, backup, alone):
        held = lock.take(database.with_name("db.lock"), alone=alone)
        assert "A server is already running on the data in" in refusal(database, backup)
        os.close(held)

    def test_while_another_restore_is_running(self, database, backup):
        with at_rest(database):
            message = refusal(database, backup)
        assert message == f"A restore is running on the data in {database.parent}: wait until it is done."

    def test_while_a_command_uses_the_database(self, database, backup):
        connect(database)
        assert refusal(database, backup) == "A command is using the database: try again when it is done."

    @pytest.mark.parametrize(("name", "reason"), [("none", "No such file or directory"), (".", "Is a directory")])
    def test_from_a_missing_file_or_a_folder(self, database, tmp_path, name, reason):
        assert refusal(database, tmp_path / name) == f"{tmp_path / name} can't be read: {reason}."

    def test_from_another_kind_of_file(self, database, tmp_path):
        (tmp_path / "other").write_bytes(b"PGDMP and more of PostgreSQL")
        assert "is not an SQLite database." in refusal(database, tmp_path / "other")

    def test_from_a_truncated_backup(self, database, backup):
        whole = backup.read_bytes()
        backup.write_bytes(whole[: len(whole) // 2])
        assert "is not a complete backup of this site" in refusal(database, backup)

    def test_from_the_database_of_another_program(self, database, tmp_path):
        other = tmp_path / "other"
        with closing(sqlite3.connect(other)) as tables:
            tables.execute("CREATE TABLE bookmarks (address)")
        assert refusal(database, other) == f"{other} is not a complete backup of this site: no such table: games_game."

    def test_from_a_backup_of_a_newer_release(self, database, backup):
        with closing(sqlite3.connect(backup, isolation_level=None)) as games:
            games.execute("INSERT INTO django_migrations VALUES (9999, 'games', '9999_ink', '2030-01-01')")
        assert refusal(database, backup) == (
            "The backup was made by a newer release, which has games.9999_ink: restore it with that release."
        )

    def test_on_a_full_disk(self, database, backup):
        with (
            file_size_limited_to(20_000),
            pytest.raises(CommandError, match=r"db.sqlite3.restoring can't be written: File too large."),
        ):
            restore(database, backup, problems=tuple)
        assert codes(database) == ["aa", "bb"]
