"""Count the rows fetched from the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.db.backends.utils import CursorDebugWrapper


@contextmanager
def rows_read() -> Iterator[SimpleNamespace]:
    """Yield an object whose `count` is the number of rows fetched so far, by the ORM or by SQL."""
    read = SimpleNamespace(count=0)

    class Counting(CursorDebugWrapper):  # so that queries are captured too
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

    def counting(cursor: Any) -> Counting:
        return Counting(cursor, connection)

    with patch.multiple(connection, make_cursor=counting, make_debug_cursor=counting):
        yield read
