"""Connections to PostgreSQL that do not wait for ever for a server that has stopped answering."""

from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

ACTIVE = TransactionStatus.ACTIVE  # asked, and not answered
PATIENCE = 5.0  # seconds, longer than the server's own limits for statements and locks, which hold while it answers


class ImpatientConnection(psycopg.Connection[Any]):
    """A connection that is given up if its server, frozen or cut off, does not answer in time."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, timeout or PATIENCE)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == ACTIVE:
                self.pgconn.finish()  # an answer that still came would be taken for that to the next question
            raise
