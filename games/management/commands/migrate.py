"""Django's own command, which refuses the database of a newer release. On PostgreSQL it runs one at a time and without
the time limits of requests."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connection

from tictactoe_site.schema import refuse_newer_database

MIGRATING = 827_432_654  # any number that is unused elsewhere on this database


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        refuse_newer_database()
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            return
        try:
            with connection.cursor() as cursor:
                for limit in ("statement_timeout", "idle_in_transaction_session_timeout", "lock_timeout"):
                    cursor.execute(f"SET {limit} = 0")
                # Several machines, or containers, may begin at once: the second finds nothing left to do.
                cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
                # A schema change that waits for a table lock blocks everyone behind it.
                cursor.execute("SET lock_timeout = 2000")
                super().handle(*args, **options)
        finally:  # the lock and the settings end with the session, which the pool would keep
            connection.close()
            connection.close_pool()  # type: ignore[attr-defined]  # of PostgreSQL alone
