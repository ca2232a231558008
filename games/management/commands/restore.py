"""Puts a backup in place of the database, which is kept aside."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.backups.database import Failed
from games.backups.here import database
from games.backups.restoring import restore
from games.files.site_verification import check_everything


class Command(BaseCommand):
    help = (
        "Puts a backup in place of the database, while the site is stopped. Changes nothing unless the backup is whole "
        "and fits the rules; what was there before is kept aside."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="what `manage.py backup` has written")
        parser.add_argument("--anyway", action="store_true", help="also if it holds what does not fit the rules")

    def handle(self, *_: Any, file: Path, anyway: bool, **__: Any) -> None:
        try:
            restored = restore(database(), file, problems=tuple if anyway else check_everything)
        except Failed as failed:
            raise CommandError(str(failed)) from None
        self.stdout.write(f"{restored.contents.games} games are back from {file}.")
        if restored.aside:
            self.stdout.write(f"What was there before is kept: {restored.aside}")
