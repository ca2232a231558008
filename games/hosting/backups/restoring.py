"""Replace the database with a backup: copy it beside the database, upgrade it, check it against the rules."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from games.hosting.backups.database import read, sync
from tictactoe_site import lock
from tictactoe_site.schema import names_of, unknown_migrations

SQLITE_HEADER = b"SQLite format 3\0"
SIDE_FILES = ("-wal", "-shm")  # suffixes; they hold changes that SQLite has not yet merged into the database


def restore(database: Path, file: Path, *, problems: Callable[[], Iterable[str]]) -> tuple[int, Path | None]:
    """Replace the database with a backup. Return the number of games, and the path of the replaced database, if
    any. Raises CommandError, without changes, if the site is running, the backup is incomplete or from a newer release,
    or `problems`, which checks the default database, returns any."""
    try:
        if not is_sqlite(file):
            raise CommandError(f"{file} is not an SQLite database.")
    except OSError as failed:
        raise CommandError(f"{file} can't be read: {failed.strerror}.") from None
    with at_rest(database):
        games, migrations = read(file)
        if unknown := unknown_migrations(migrations):
            raise CommandError(
                f"The backup was made by a newer release, which has {names_of(unknown)}: restore it with that release."
            )
        with copied_beside(database, file) as beside:
            with using(beside):
                call_command("migrate", verbosity=0, interactive=False)
                found = [*problems()]
            if found:
                lines = "\n".join(found)
                raise CommandError(f"{file} breaks the rules, so it was not restored:\n{lines}")
            return games, replace(database, beside)


def is_sqlite(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(SQLITE_HEADER)) == SQLITE_HEADER


@contextmanager
def at_rest(database: Path) -> Iterator[None]:
    """Hold the database for a restore. Raises CommandError, or ends the process, if something else is using it."""
    with os.fdopen(lock.take(database.with_name("db.lock"))):
        try:
            file = lock.use(database, alone=True)
        except BlockingIOError:
            raise CommandError("A command is using the database: try again when it is done.") from None
        with os.fdopen(file):
            yield


@contextmanager
def copied_beside(database: Path, file: Path) -> Iterator[Path]:
    """Copy a backup beside the database. Removes the copy at the end, unless it has replaced the database."""
    beside = database.with_name(f"{database.name}.restoring")
    try:
        delete(beside)  # left over from an interrupted restore
        beside.touch(mode=0o600)  # it holds sessions
        shutil.copyfile(file, beside)
        yield beside
    except OSError as failed:
        raise CommandError(f"{beside} can't be written: {failed.strerror}.") from None
    finally:
        delete(beside)


def delete(database: Path) -> None:
    """Delete a copied or replaced database with its side files."""
    for suffix in ("", "-journal", ".use", *SIDE_FILES):
        Path(f"{database}{suffix}").unlink(missing_ok=True)


@contextmanager
def using(database: Path) -> Iterator[None]:
    """Make Django use another database temporarily."""
    usual = connection.settings_dict
    connection.close()
    connection.settings_dict = {**usual, "NAME": database}
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict = usual


def replace(database: Path, beside: Path) -> Path | None:
    """Replace the database with the copy atomically. Return the path of the replaced database, if any."""
    with closing(sqlite3.connect(beside)) as opened:
        opened.execute("PRAGMA journal_mode = DELETE")
    owner = (database if database.exists() else database.parent).stat()
    os.chown(beside, owner.st_uid, owner.st_gid)  # in case root runs this for the site's user
    sync(beside)
    aside = put_aside(database)
    beside.replace(database)
    sync(database.parent)
    return aside


def put_aside(database: Path) -> Path | None:
    """Hard-link the database to a second name, which survives the replacement. If the database is too damaged for
    SQLite to merge its side files, move these too, because they would damage the new one."""
    if not database.exists():
        return None
    if is_sqlite(database):  # otherwise SQLite deletes its side files
        with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as games:
            games.execute("PRAGMA journal_mode = DELETE")
    aside = database.with_name(f"{database.name}.replaced_{datetime.now(UTC):%Y%m%d_%H%M%S}")
    os.link(database, aside)
    for suffix in SIDE_FILES:
        with suppress(FileNotFoundError):
            Path(f"{database}{suffix}").rename(f"{aside}{suffix}")
    return aside


def replaced(database: Path) -> list[Path]:
    """Return the databases that restores have replaced and kept."""
    return sorted(database.parent.glob(f"{database.name}.replaced_*[0-9]"))
