"""Copy a consistent state of the database to one file during play, and verify the copy."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.hosting.backups.database import database, in_use
from games.hosting.backups.saving import DAYS_KEPT, save, save_daily


class Command(BaseCommand):
    help = (
        "Copies an SQLite database to a file during play. Without FILE the file is today's in BACKUP_DIR, where the "
        f"newest {DAYS_KEPT} daily backups are kept. `manage.py restore` restores a backup."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("target", metavar="FILE", type=Path, nargs="?", help="a file that does not exist yet")
        parser.add_argument("--keep", metavar="NUMBER", type=int, help="how many daily backups to keep in BACKUP_DIR")

    def handle(self, *_: Any, target: Path | None, keep: int | None, **__: Any) -> None:
        if target and keep is not None:
            raise CommandError("--keep does not apply to a FILE: leave out one of them.")
        if keep is not None and keep < 1:
            raise CommandError("--keep must be at least 1.")
        older: list[Path] = []
        saved = database()
        with in_use(saved):
            if target:
                games = save(saved, target)
            else:
                target, games, older = save_daily(saved, settings.BACKUP_DIR, keep or DAYS_KEPT)
        secret = "SECRET_KEY" if os.environ.get("SECRET_KEY") else settings.DATA_DIR / "secret-key"
        self.stdout.write(f"{games} games are in {target}. Keep {secret} with it.")
        if older:
            self.stdout.write(f"Removed {', '.join(path.name for path in older)}.")
