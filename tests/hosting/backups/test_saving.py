"""Backups: today's backup overwrites only today's, and none is deleted before a newer one exists."""

import fcntl
import os
import stat
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management.base import CommandError

from games.hosting.backups.saving import daily, last_saved, save, save_daily
from tests.hosting.backups.files import codes, file_size_limited_to, invite, site_in


@pytest.fixture
def database(prepared, tmp_path):
    return site_in(tmp_path / "data", prepared, "aa", "bb")


def day(ago: int) -> str:
    return f"tictactoe-{datetime.now(UTC) - timedelta(days=ago):%Y-%m-%d}.sqlite3"


def test_a_backup_is_one_file_readable_only_by_its_owner(database, tmp_path):
    target = tmp_path / "copies" / "one.sqlite3"
    target.parent.mkdir()
    assert save(database, target) == 2
    assert list(target.parent.iterdir()) == [target]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert codes(target) == ["aa", "bb"]


class TestRefusals:
    """A backup is refused, and changes nothing."""

    def refusal(self, database, target) -> str:
        with pytest.raises(CommandError) as failed:
            save(database, target)
        return str(failed.value)

    def test_over_an_existing_file(self, database, tmp_path):
        target = tmp_path / "mine"
        target.write_text("mine")
        assert self.refusal(database, target) == f"{target} exists already: name another file."
        assert target.read_text() == "mine"

    def test_while_another_backup_is_in_progress(self, database, tmp_path):
        (tmp_path / "copy.part").write_text("half")
        assert "another backup is in progress" in self.refusal(database, tmp_path / "copy")
        assert (tmp_path / "copy.part").read_text() == "half"

    def test_to_a_folder_that_does_not_exist(self, database, tmp_path):
        assert "can't be written: No such file or directory." in self.refusal(database, tmp_path / "missing" / "copy")

    def test_on_a_full_disk(self, database, tmp_path):
        with file_size_limited_to(20_000):
            assert f"can't be copied to {tmp_path / 'copy.part'}: " in self.refusal(database, tmp_path / "copy")
        assert not list(tmp_path.glob("copy*"))

    def test_of_a_folder_without_a_database(self, database, tmp_path):
        database.unlink()
        assert self.refusal(database, tmp_path / "copy") == f"There is no database in {tmp_path / 'data'} yet."
        assert not list(tmp_path.glob("copy*"))

    def test_of_a_damaged_database(self, database, tmp_path):
        database.write_bytes(b"no database at all" * 1_000)
        assert ": file is not a database" in self.refusal(database, tmp_path / "copy")
        assert not list(tmp_path.glob("copy*"))


class TestDaily:
    @pytest.fixture
    def folder(self, tmp_path):
        folder = tmp_path / "backups"
        folder.mkdir()
        for ago in (1, 2, 3, 9):
            (folder / day(ago)).write_text("older")
        (folder / "mine.sqlite3").write_text("mine")
        (folder / "tictactoe-2020-01-01.dump").write_text("of PostgreSQL")
        return folder

    def names(self, folder) -> set[str]:
        return {path.name for path in folder.iterdir()} - {"mine.sqlite3", "tictactoe-2020-01-01.dump"}

    def test_the_last_days_and_other_files_are_kept(self, database, folder):
        target, games, removed = save_daily(database, folder, keep=3)
        assert (target.name, games) == (day(0), 2)
        assert self.names(folder) == {day(0), day(1), day(2)}
        assert [path.name for path in removed] == [day(3), day(9)]
        assert len(list(folder.iterdir())) == 5
        assert datetime.now(UTC) - last_saved(folder) < timedelta(minutes=1)

    def test_the_last_backup_of_a_day_is_kept(self, database, folder):
        save_daily(database, folder)
        invite(database, "cc")
        target, *_ = save_daily(database, folder)
        assert codes(target) == ["aa", "bb", "cc"]

    def test_nothing_is_removed_if_the_backup_fails(self, database, folder):
        save_daily(database, folder)
        before = self.names(folder)
        database.write_bytes(b"damaged" * 1_000)
        with pytest.raises(CommandError):
            save_daily(database, folder, keep=1)
        assert self.names(folder) == before
        assert codes(folder / day(0)) == ["aa", "bb"]

    def test_an_interrupted_backup_does_no_harm(self, database, folder):
        (folder / f"{day(0)}.part").write_text("half")
        (folder / f"{day(1)}.part").write_text("half")
        save_daily(database, folder)
        assert not list(folder.glob("*.part"))

    def test_concurrent_backups_are_refused(self, database, folder):
        held = os.open(folder, os.O_RDONLY)
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match=r"Another backup into .* is in progress"):
            save_daily(database, folder)
        os.close(held)

    def test_a_new_folder_is_readable_only_by_its_owner(self, database, tmp_path):
        assert daily(tmp_path / "new") == []
        assert last_saved(tmp_path / "new") is None
        save_daily(database, tmp_path / "new")
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
