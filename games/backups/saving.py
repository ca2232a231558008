"""Backups by a name of one's own, and one for each of the last days."""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from games.backups.database import Contents, Database, Failed, written

DAYS_KEPT = 7
DAILY = re.compile(r"tictactoe-\d{4}-\d\d-\d\d\.(sqlite3|dump)")


def save(database: Database, target: Path) -> Contents:
    """Writes the database to a new file. Raises Failed if the file is there."""
    if target.exists():
        raise Failed(f"{target} exists already: name another file.")
    with _written_beside(target) as part:
        return database.save(part)


def save_daily(database: Database, folder: Path, keep: int = DAYS_KEPT) -> tuple[Path, Contents, list[Path]]:
    """Writes the backup of today, in place of an earlier one of today, and removes those of all but the last `keep`
    days. Returns its file, what it holds, and what was removed. Raises Failed, and removes nothing then."""
    with _alone(folder):
        for left in folder.glob("tictactoe-*.part"):
            left.unlink()  # of a backup that was cut short
        target = folder / f"tictactoe-{datetime.now(UTC):%Y-%m-%d}{database.suffix}"
        with _written_beside(target) as part:
            contents = database.save(part)
        older = [path for path in daily(folder) if path.suffix == database.suffix][keep:]
        for path in older:
            path.unlink()
    return target, contents, older


def daily(folder: Path) -> list[Path]:
    """The daily backups in a folder, the newest first."""
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted((path for path in found if DAILY.fullmatch(path.name)), key=lambda path: path.name, reverse=True)


def last_saved(folder: Path) -> datetime | None:
    """When the newest daily backup was made; None if there is none, or the folder may not be read."""
    try:
        times = [path.stat().st_mtime for path in daily(folder)]
    except OSError:
        return None
    return datetime.fromtimestamp(max(times), UTC) if times else None


@contextmanager
def _written_beside(target: Path) -> Iterator[Path]:
    """An empty file beside the target, which gets the target's name once it is whole and on the disk: under that name
    there is never half a backup. Raises Failed."""
    part = target.with_name(f"{target.name}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode=0o600))  # it holds sessions
    except FileExistsError:
        raise Failed(f"{part} exists: another backup is under way, or was cut short. Remove it then.") from None
    except OSError as failed:
        raise Failed(f"{target} can't be written: {failed.strerror}.") from None
    try:
        yield part
        written(part)
        part.rename(target)
        written(target.parent)
    except OSError as failed:
        raise Failed(f"{target} can't be written: {failed.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Makes the folder and holds it against other daily backups. Raises Failed."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(folder, os.O_RDONLY)
    except OSError as failed:
        raise Failed(f"BACKUP_DIR {folder} can't be made: {failed.strerror}.") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise Failed(f"Another backup into {folder} is under way.") from None
    finally:
        os.close(file)
