"""Ends invites that nobody took for 14 days. Deletes guests first seen more than 14 days ago who have no game, no
exercise and no machine of matchboxes, visits that ended and server processes that stopped more than 14 days ago, and
expired sessions.

Safe to run at any time, as by a timer.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import services
from games.selectors import upkeep


class Command(BaseCommand):
    help = (
        "Ends invites that nobody took for 14 days. Deletes guests first seen more than 14 days ago who have no game, "
        "no exercise and no machine of matchboxes, visits that ended and server processes that stopped more than 14 "
        "days ago, and expired sessions."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")

    def handle(self, *_: Any, **options: Any) -> None:
        codes = list(upkeep.stale_invites().values_list("code", flat=True))
        if options["dry_run"]:
            rows = upkeep.idle_guests(), upkeep.old_visits(), upkeep.old_processes(), upkeep.old_sessions()
            forgotten = [found.count() for found in rows]
            told = "Would end {} invites and forget {} guests, {} visits, {} server processes and {} sessions."
        else:
            for code in codes:
                services.expire(code=code)
            forgotten = [
                services.forget_idle_guests(),
                services.forget_old_visits(),
                services.forget_old_processes(),
                services.forget_old_sessions(),
            ]
            told = "Ended {} invites and forgot {} guests, {} visits, {} server processes and {} sessions."
        self.stdout.write(told.format(len(codes), *forgotten))
