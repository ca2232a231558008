"""Django's own command, except that it refuses the database of a newer release. On PostgreSQL only one migration runs
at a time, without the time limits of requests."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connection

from tictactoe_site.schema import refuse_newer_database

LOCK_NUMBER = 827_432_654  # of an advisory lock: arbitrary, but unique in this database


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
                # Several machines or containers may start together: the second one finds nothing left to do.
                cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK_NUMBER])
                # A schema change waiting for a table lock blocks everyone behind it.
                cursor.execute("SET lock_timeout = 2000")
                super().handle(*args, **options)
        finally:  # the lock and the settings belong to the session, which the pool would keep open
            connection.close()
            connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL only
