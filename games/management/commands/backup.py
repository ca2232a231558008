"""Copy the database while games go on, as it is at one moment, to one file, and verify the copy."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.hosting.backups.database import Failed, database, in_use
from games.hosting.backups.saving import DAYS_KEPT, save, save_daily


class Command(BaseCommand):
    help = (
        "Copies an SQLite database to a file while games go on. Without FILE it is that of today in BACKUP_DIR, and of "
        f"the files there those of the last {DAYS_KEPT} days are kept. `manage.py restore` puts it back."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("target", metavar="FILE", type=Path, nargs="?", help="a file that does not exist yet")
        parser.add_argument("--keep", metavar="DAYS", type=int, help="of how many days backups are kept in BACKUP_DIR")

    def handle(self, *_: Any, target: Path | None, keep: int | None, **__: Any) -> None:
        if target and keep is not None:
            raise CommandError("Backups by a name of yours are all kept: leave out FILE or --keep.")
        if keep is not None and keep < 1:
            raise CommandError("--keep is 1 at least.")
        try:
            older: list[Path] = []
            saved = database()
            with in_use(saved):
                if target:
                    contents = save(saved, target)
                else:
                    target, contents, older = save_daily(saved, settings.BACKUP_DIR, keep or DAYS_KEPT)
        except Failed as failed:
            raise CommandError(str(failed)) from None
        secret = "SECRET_KEY" if os.environ.get("SECRET_KEY") else settings.DATA_DIR / "secret-key"
        self.stdout.write(f"{contents.games} games are in {target}. Keep {secret} with it.")
        if older:
            self.stdout.write(f"Removed {', '.join(path.name for path in older)}.")
