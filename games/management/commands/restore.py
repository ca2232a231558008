"""Replace the database with a backup, and keep the old database."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games.hosting.backups.database import database
from games.hosting.backups.restoring import restore
from games.hosting.selectors import check_everything, has_sessions_of_another_key
from games.tournaments.services.upkeep import repair_forgotten_seats


class Command(BaseCommand):
    help = (
        "Puts a backup in place of an SQLite database, while the site is stopped. Changes nothing unless the backup is "
        "complete and obeys the rules. The old database is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a file written by `manage.py backup`")
        parser.add_argument("--anyway", action="store_true", help="restore it even if it breaks the rules")

    def handle(self, *_: Any, file: Path, anyway: bool, **__: Any) -> None:
        games, aside = restore(database(), file, problems=tuple if anyway else self.repair_and_check)
        self.stdout.write(f"{games} games restored from {file}.")
        if aside:
            self.stdout.write(f"The old database is kept: {aside}")
            self.stdout.write(
                "It keeps the names of people who are forgotten from now on. `manage.py tidy --replaced` deletes it."
            )

        if has_sessions_of_another_key():
            self.stderr.write(
                "The secret key does not belong to this backup, so the site recognises none of its players. Put the "
                f"one that was kept with the backup in {settings.DATA_DIR / 'secret-key'}, or in SECRET_KEY, before "
                "you start the site."
            )

    def repair_and_check(self) -> Iterator[str]:
        """Repair damage by earlier releases, as `verify --repair` does, and yield the remaining problems."""
        if repaired := repair_forgotten_seats():
            self.stdout.write(f"{repaired} seats of forgotten players repaired.")
        yield from check_everything()
