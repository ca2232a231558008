"""The SQLite database of the site, and the contents of its backups. PostgreSQL has its own programs."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

from tictactoe_site import lock
from tictactoe_site.schema import Migration


def database() -> Path:
    """Return the path of the site's database. Raises CommandError on PostgreSQL."""
    if settings.DATABASE_URL:
        raise CommandError(
            "The database is on PostgreSQL: save and restore it with pg_dump and pg_restore, as "
            "deploy/postgresql-backup.md says."
        )
    return settings.DATA_DIR / "db.sqlite3"


def read(file: Path) -> tuple[int, set[Migration]]:
    """Read a whole backup. Return the number of its games, and its migrations. Raises CommandError if it is damaged or
    not a backup of this site."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as saved:
            [(found,)] = saved.execute("PRAGMA integrity_check(1)")
            if found != "ok":
                raise CommandError(f"{file} is damaged: {found}.")
            [(games,)] = saved.execute("SELECT count(*) FROM games_game")
            migrations = saved.execute("SELECT app, name FROM django_migrations")
            return games, set(migrations)
    except sqlite3.Error as failed:
        raise CommandError(f"{file} is not a complete backup of this site: {failed}.") from None


@contextmanager
def in_use(database: Path) -> Iterator[None]:
    """Prevent restores. Raises CommandError if one is in progress."""
    try:
        file = lock.use(database)
    except BlockingIOError:
        raise CommandError("A restore is in progress: try again when it is done.") from None
    except OSError as failed:
        raise CommandError(f"{database} can't be used: {failed.strerror}.") from None
    with os.fdopen(file):
        yield


def sync(path: Path) -> None:
    """Wait until a file, or a folder's entries, are on the disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
