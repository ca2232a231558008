"""How many rows a piece of work fetches from the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.db.backends.utils import CursorWrapper


@contextmanager
def rows_read() -> Iterator[SimpleNamespace]:
    """`count` has the rows fetched so far, by whichever way of fetching."""
    read = SimpleNamespace(count=0)

    class Counting(CursorWrapper):
        def fetchone(self) -> Any:
            row = self.cursor.fetchone()
            read.count += row is not None
            return row

        def fetchmany(self, *size: int) -> Any:
            return self._counted(self.cursor.fetchmany(*size))

        def fetchall(self) -> Any:
            return self._counted(self.cursor.fetchall())

        def __iter__(self) -> Iterator[Any]:
            return iter(self.fetchall())

        def _counted(self, rows: Any) -> Any:
            read.count += len(rows)
            return rows

    with patch.object(connection, "make_cursor", lambda cursor: Counting(cursor, connection)):
        yield read
