"""Ends invites that nobody took, and tournaments that nobody went on with, for 14 days. Deletes guests first seen more
than 14 days ago who have no game, no exercise, no machine of matchboxes and no tournament, visits that ended and server
processes that stopped more than 14 days ago, and expired sessions. Wipes the names of people in tournaments that were
over 30 days ago.

Safe to run at any time, as by a timer.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import services
from games.selectors import upkeep


class Command(BaseCommand):
    help = (
        "Ends invites that nobody took, and tournaments that nobody went on with, for 14 days. Deletes guests first "
        "seen more than 14 days ago who have no game, no exercise, no machine of matchboxes and no tournament, visits "
        "that ended and server processes that stopped more than 14 days ago, and expired sessions. Wipes the names of "
        "people in tournaments that were over 30 days ago, unless their host keeps them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")

    def handle(self, *_: Any, **options: Any) -> None:
        codes = list(upkeep.stale_invites().values_list("code", flat=True))
        tournaments = list(upkeep.forgotten_tournaments().values_list("pk", flat=True))
        if options["dry_run"]:
            rows = (
                upkeep.idle_guests(),
                upkeep.old_visits(),
                upkeep.old_processes(),
                upkeep.old_sessions(),
                upkeep.names_to_wipe(),
            )
            forgotten = [found.count() for found in rows]
            ended, forgot = "Would end", "forget"
        else:
            for code in codes:
                services.expire(code=code)
            for tournament in tournaments:
                services.end_forgotten_tournament(tournament=tournament)
            forgotten = [
                services.forget_idle_guests(),
                services.forget_old_visits(),
                services.forget_old_processes(),
                services.forget_old_sessions(),
                services.wipe_names(),
            ]
            ended, forgot = "Ended", "forgot"
        told = (
            "{} {} invites and {} tournaments, and {} {} guests, {} visits, {} server processes, {} sessions and {} "
            "names."
        )
        self.stdout.write(told.format(ended, len(codes), len(tournaments), forgot, *forgotten))
