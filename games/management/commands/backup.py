"""Copies the SQLite database while games go on: one moment of it, whole and checked, as one file."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection


class Command(BaseCommand):
    help = "Copies the SQLite database to the file TARGET while games go on. README.md says how to restore it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("target", metavar="TARGET", type=Path, help="a file that does not exist yet")

    def handle(self, *_: Any, target: Path, **__: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("The games are in PostgreSQL: use pg_dump, as in pg_dump --format=custom DATABASE_URL.")
        if target.exists():
            raise CommandError(f"{target} exists already: name another file.")
        source = Path(connection.settings_dict["NAME"])
        if not source.exists():
            raise CommandError(f"There is no database in {source.parent} yet.")
        # Under the target's own name there is never half a copy.
        part = target.with_name(f"{target.name}.part")
        try:
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode=0o600))  # it holds sessions
            games = copy(source, part)
            part.rename(target)
        except FileExistsError:
            raise CommandError(
                f"{part} exists: another backup is under way, or was cut short. Remove it then."
            ) from None
        except (OSError, sqlite3.Error) as failed:
            part.unlink(missing_ok=True)
            raise CommandError(f"{target} can't be written: {failed}") from None
        self.stdout.write(f"{games} games are in {target}. Keep {source.parent / 'secret-key'} with it.")


def copy(source: Path, target: Path) -> int:
    """Copies the database as it stands at one moment; returns how many games it holds. Neither waits for writes nor
    holds them up. Raises OSError or sqlite3.Error."""
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as games,
        closing(sqlite3.connect(target, isolation_level=None)) as saved,
    ):
        games.backup(saved)
        saved.execute("PRAGMA journal_mode = DELETE")  # everything in one file
        [(found,)] = saved.execute("PRAGMA integrity_check(1)")
        if found != "ok":
            raise sqlite3.DatabaseError(f"the copy is damaged: {found}")
        [(count,)] = saved.execute("SELECT count(*) FROM games_game")
    with target.open("rb") as written:
        os.fsync(written.fileno())
    return int(count)
