"""End abandoned games and delete old data (SECURITY.md has the times). hosting/daily.py runs this once a day, and it
may be run at any other time."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import get_text_list

from games.features import parts
from games.hosting import selectors
from games.hosting import services as hosting_services
from games.hosting.backups import restoring
from games.hosting.backups.database import database, in_use
from games.play import services as play_services
from tictactoe_site.schema import refuse_unprepared_database


class Command(BaseCommand):
    help = (
        "Ends invites, rematch offers and tournaments abandoned for 14 days. Deletes invites that ended 14 days ago, "
        "tournaments without a match that ended 30 days ago, guests first seen more than 14 days ago without any game, "
        "puzzle, robot, matchbox machine or tournament, visits and server processes that ended 14 days ago, "
        "administrators' wrong passwords older than 14 days, entries of the admin log older than a year, and expired "
        "sessions. Wipes the names in tournaments that ended 30 days ago, unless the host keeps them. Fails during a "
        "restore of SQLite."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only report what would be done")
        parser.add_argument(
            "--replaced",
            action="store_true",
            help="also delete the SQLite databases that `manage.py restore` put aside, which keep forgotten names",
        )

    def handle(self, *_: Any, dry_run: bool, replaced: bool, **__: Any) -> None:
        refuse_unprepared_database()
        if settings.DATABASE_URL and not replaced:
            self.tidy(dry_run)
            return
        used = database()
        with in_use(used):
            self.tidy(dry_run)
            if replaced:
                self.delete_replaced(used, dry_run)

    def delete_replaced(self, used: Path, dry_run: bool) -> None:
        found = restoring.replaced(used)
        if not dry_run:
            for aside in found:
                restoring.delete(aside)
        names = ", ".join(aside.name for aside in found) or "no replaced database"
        self.stdout.write(f"{'Would delete' if dry_run else 'Deleted'} {names}.")

    def tidy(self, dry_run: bool) -> None:
        codes = list(selectors.stale_invites().values_list("code", flat=True))
        offers = list(selectors.stale_offers().values_list("code", flat=True))
        if not dry_run:
            for code in codes:
                hosting_services.expire(code=code)
            for code in offers:
                play_services.expire_offer(code=code)
        stale = {"invites": len(codes), "offers": len(offers)}
        for part in parts():
            stale |= part.end_stale(dry_run=dry_run)
        delete = QuerySet.count if dry_run else hosting_services.delete_in_parts
        forgotten = {what: delete(rows) for what, rows in selectors.deletable().items()}
        for part in parts():
            forgotten |= part.wipe(dry_run=dry_run)
        if not dry_run:
            hosting_services.record_tidying(at=timezone.now())
        ended, forgot = ("Would end", "forget") if dry_run else ("Ended", "forgot")
        self.stdout.write(f"{ended} {listed(stale)}, and {forgot} {listed(forgotten)}.")


def listed(counted: dict[str, int]) -> str:
    """Join counts as in "2 invites, 0 offers and 3 tournaments"."""
    return get_text_list([f"{count} {what}" for what, count in counted.items()], "and")
