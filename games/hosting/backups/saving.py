"""Backups to a file of your choice, and one for each of the last few days."""

import fcntl
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.core.management.base import CommandError

from games.hosting.backups.database import read, sync

DAYS_KEPT = 7
DAILY = re.compile(r"tictactoe-\d{4}-\d\d-\d\d\.(sqlite3|dump)")  # a .dump is PostgreSQL's, made by a job of the host


def save(database: Path, target: Path) -> int:
    """Write the database to a new file, and return the number of games. Raises CommandError if the file exists."""
    if target.exists():
        raise CommandError(f"{target} exists already: name another file.")
    with _written_beside(target) as part:
        return _copy(database, part)


def save_daily(database: Path, folder: Path, keep: int = DAYS_KEPT) -> tuple[Path, int, list[Path]]:
    """Write today's backup, replacing an earlier one from today, and keep only the newest `keep`. Return its file, the
    number of games, and the removed files. Raises CommandError before removing any."""
    with _alone(folder):
        for left in folder.glob("tictactoe-*.part"):
            left.unlink()  # left by an interrupted backup
        target = folder / f"tictactoe-{datetime.now(UTC):%Y-%m-%d}.sqlite3"
        with _written_beside(target) as part:
            games = _copy(database, part)
        older = [path for path in daily(folder) if path.suffix == target.suffix][keep:]
        for path in older:
            path.unlink()
    return target, games, older


def daily(folder: Path) -> list[Path]:
    """Return the daily backups in a folder, newest first."""
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted((path for path in found if DAILY.fullmatch(path.name)), key=lambda path: path.name, reverse=True)


def last_saved(folder: Path) -> datetime | None:
    """Return when the newest daily backup was made; None if there is none or the folder can't be read."""
    try:
        times = [path.stat().st_mtime for path in daily(folder)]
    except OSError:
        return None
    return datetime.fromtimestamp(max(times), UTC) if times else None


def _copy(database: Path, file: Path) -> int:
    """Copy a consistent state of the database to an empty file, verify the copy, and return its number of games."""
    if not database.exists():
        raise CommandError(f"There is no database in {database.parent} yet.")
    try:
        with (
            closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as games,
            closing(sqlite3.connect(file, isolation_level=None)) as saved,
        ):
            games.backup(saved)  # neither waits for writes nor delays them
            saved.execute("PRAGMA journal_mode = DELETE")  # everything in one file
    except sqlite3.Error as failed:
        raise CommandError(f"{database} can't be copied to {file}: {failed}.") from None
    return read(file)[0]


@contextmanager
def _written_beside(target: Path) -> Iterator[Path]:
    """Yield a new file beside the target, and rename it to the target once it is on the disk. Raises CommandError."""
    part = target.with_name(f"{target.name}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode=0o600))  # it holds sessions
    except FileExistsError:
        raise CommandError(
            f"{part} exists: another backup is in progress, or was interrupted. In that case, remove it."
        ) from None
    except OSError as failed:
        raise CommandError(f"{target} can't be written: {failed.strerror}.") from None
    try:
        yield part
        sync(part)
        part.rename(target)
        sync(target.parent)
    except OSError as failed:
        raise CommandError(f"{target} can't be written: {failed.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Create the folder and lock it against other daily backups. Raises CommandError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(folder, os.O_RDONLY)
    except OSError as failed:
        raise CommandError(f"BACKUP_DIR {folder} can't be made: {failed.strerror}.") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise CommandError(f"Another backup into {folder} is in progress.") from None
    finally:
        os.close(file)
