"""Ends invites nobody took for 14 days; forgets guests who never played and server processes gone as long.

Safe to run at any time, as by a timer.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import services


class Command(BaseCommand):
    help = "Ends invites that nobody took for 14 days; forgets guests without games and server processes gone as long."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")

    def handle(self, *_: Any, **options: Any) -> None:
        codes = list(services.stale_invites().values_list("code", flat=True))
        if options["dry_run"]:
            guests = services.idle_guests().count()
            processes = services.old_processes().count()
            self.stdout.write(
                f"Would end {len(codes)} invites and forget {guests} guests and {processes} server processes."
            )
            return
        for code in codes:
            services.expire(code=code)
        guests, processes = services.forget_idle_guests(), services.forget_old_processes()
        self.stdout.write(f"Ended {len(codes)} invites and forgot {guests} guests and {processes} server processes.")
