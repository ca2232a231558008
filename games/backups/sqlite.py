"""Backups of an SQLite database: a copy of its file."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from games.backups.database import Contents, Database, Failed, moment, written
from tictactoe_site import lock

BESIDE = ("-wal", "-shm")  # what SQLite has not brought into the file yet


class SqliteDatabase(Database):
    title = "SQLite"
    suffix = ".sqlite3"
    begins = b"SQLite format 3\0"

    def __init__(self, path: Path) -> None:
        self.path = path
        self._fresh = path.with_name(f"{path.name}.restoring")

    def save(self, file: Path) -> Contents:
        if not self.path.exists():
            raise Failed(f"There is no database in {self.path.parent} yet.")
        try:
            with (
                closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)) as games,
                closing(sqlite3.connect(file, isolation_level=None)) as saved,
            ):
                games.backup(saved)  # neither waits for writes nor holds them up
                saved.execute("PRAGMA journal_mode = DELETE")  # everything in one file
        except sqlite3.Error as failed:
            raise Failed(f"{file} can't be written: {failed}.") from None
        return self.read(file)

    def read(self, file: Path) -> Contents:
        try:
            with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as saved:
                [(found,)] = saved.execute("PRAGMA integrity_check(1)")
                if found != "ok":
                    raise Failed(f"{file} is damaged: {found}.")
                [(games,)] = saved.execute("SELECT count(*) FROM games_game")
                migrations = saved.execute("SELECT app, name FROM django_migrations")
                return Contents(int(games), frozenset(migrations))
        except sqlite3.Error as failed:
            raise Failed(f"{file} is no whole backup of this site: {failed}.") from None

    @contextmanager
    def in_use(self) -> Iterator[None]:
        try:
            file = lock.use(self.path)
        except BlockingIOError:
            raise Failed("A restore is under way: try again when it is done.") from None
        except OSError as failed:
            raise Failed(f"{self.path} can't be used: {failed.strerror}.") from None
        with closing_file(file):
            yield

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        with closing_file(lock.take(self.path.with_name("db.lock"))):
            try:
                file = lock.replace(self.path)
            except BlockingIOError:
                raise Failed("A command is using the database: try again when it is done.") from None
            with closing_file(file):
                yield

    @contextmanager
    def fresh(self, file: Path) -> Iterator[dict[str, Any]]:
        try:
            self._remove_fresh()  # one that was cut short
            self._fresh.touch(mode=0o600)  # it holds sessions
            shutil.copyfile(file, self._fresh)
            yield {"NAME": self._fresh}
        except OSError as failed:
            raise Failed(f"{self._fresh} can't be written: {failed.strerror}.") from None
        finally:
            self._remove_fresh()

    def replace(self) -> str:
        with closing(sqlite3.connect(self._fresh)) as fresh:
            fresh.execute("PRAGMA journal_mode = DELETE")
        owner = (self.path if self.path.exists() else self.path.parent).stat()
        os.chown(self._fresh, owner.st_uid, owner.st_gid)  # root may do this for the user whom the site runs as
        written(self._fresh)
        aside = self._put_aside()
        self._fresh.replace(self.path)
        written(self.path.parent)
        return str(aside or "")

    def _put_aside(self) -> Path | None:
        """Gives the database of the site a second name, which it keeps when it loses the first. What SQLite could not
        bring into one that is damaged goes along, for it would damage another."""
        if not self.path.exists():
            return None
        with self.path.open("rb") as opened:
            readable = opened.read(len(self.begins)) == self.begins  # otherwise SQLite throws away what is beside it
        if readable:
            with suppress(sqlite3.Error), closing(sqlite3.connect(self.path)) as games:
                games.execute("PRAGMA journal_mode = DELETE")
        aside = self.path.with_name(f"{self.path.name}.replaced_{moment()}")
        os.link(self.path, aside)
        for suffix in BESIDE:
            with suppress(FileNotFoundError):
                Path(f"{self.path}{suffix}").rename(f"{aside}{suffix}")
        return aside

    def replaced(self) -> list[str]:
        return sorted(path.name for path in self.path.parent.glob(f"{self.path.name}.replaced_*[0-9]"))

    def delete_replaced(self, name: str) -> None:
        for suffix in ("", *BESIDE):
            self.path.with_name(f"{name}{suffix}").unlink(missing_ok=True)

    def _remove_fresh(self) -> None:
        for suffix in ("", "-journal", ".use", *BESIDE):
            Path(f"{self._fresh}{suffix}").unlink(missing_ok=True)


@contextmanager
def closing_file(file: int) -> Iterator[None]:
    """Holds a lock, which ends when its file is closed."""
    try:
        yield
    finally:
        os.close(file)
