"""One statement run for many rows, in the transaction of the caller, for what is written with every move.

The ORM would put each update together anew, at seven times the cost of running it. Values must have the type of their
field already; a foreign key is given as the number.
"""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from django.db import connection
from django.db.models import Model

Row = Sequence[Any]


def update_each(model: type[Model], names: Sequence[str], rows: Sequence[Row], *, where: Sequence[str]) -> int:
    """Sets the fields `names` where the fields `where` have given values: a row holds the one and then the other.

    Returns how many rows of the table have changed.
    """
    assignments = ", ".join(f"{column} = %s" for column in _columns(model, names))
    conditions = " AND ".join(f"{column} = %s" for column in _columns(model, where))
    return _run(f"UPDATE {_table(model)} SET {assignments} WHERE {conditions}", model, [*names, *where], rows)


def insert_each(model: type[Model], names: Sequence[str], rows: Sequence[Row]) -> None:
    """Makes rows with these fields; the others get nothing."""
    places = ", ".join(["%s"] * len(names))
    columns = ", ".join(_columns(model, names))
    _run(f"INSERT INTO {_table(model)} ({columns}) VALUES ({places})", model, names, rows)


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _columns(model: type[Model], names: Sequence[str]) -> list[str]:
    return [connection.ops.quote_name(model._meta.get_field(name).column) for name in names]


def _run(sql: str, model: type[Model], names: Sequence[str], rows: Sequence[Row]) -> int:
    fields = [model._meta.get_field(name) for name in names]
    # Each value once: most rows of a batch share their times.
    convert = [cache(partial(field.get_db_prep_value, connection=connection, prepared=True)) for field in fields]
    values = [[to(value) for to, value in zip(convert, row, strict=True)] for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(sql, values)
        return cursor.rowcount
