"""Django's own command, on PostgreSQL one at a time and without the limits that keep requests short."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connection

from tictactoe_site.unhurried import unhurried

MIGRATING = 827_432_654  # any number that nobody else uses on this database


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            return
        with unhurried(), connection.cursor() as cursor:
            # Several machines, or containers, may begin at once: the second finds nothing left to do.
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
            # A change that waits for a table keeps everybody else from it meanwhile.
            cursor.execute("SET lock_timeout = 2000")
            super().handle(*args, **options)
