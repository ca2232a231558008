"""One statement run for many rows, in the transaction of the caller, for what is written with every move.

The ORM would put each update together anew, at seven times the cost of running it. Values must have the type of their
field already; a foreign key is given as the number.
"""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from django.db import connection
from django.db.models import Field, Model

Row = Sequence[Any]


def update_each(model: type[Model], names: Sequence[str], rows: Sequence[Row], *, where: Sequence[str]) -> int:
    """Sets the fields `names` where the fields `where` have given values: a row holds the one and then the other.

    Returns how many rows of the table have changed.
    """
    columns, conditions = _columns(model, names), _columns(model, where)
    table, fields = _table(model), [*names, *where]
    if connection.vendor == "postgresql":
        assignments = ", ".join(f"{column} = v{number}" for number, column in enumerate(columns))
        same = " AND ".join(f"{table}.{column} = v{number}" for number, column in enumerate(conditions, len(columns)))
        return _run_arrays(f"UPDATE {table} SET {assignments} FROM {{values}} WHERE {same}", model, fields, rows)
    assignments = ", ".join(f"{column} = %s" for column in columns)
    same = " AND ".join(f"{column} = %s" for column in conditions)
    return _run_many(f"UPDATE {table} SET {assignments} WHERE {same}", model, fields, rows)


def insert_each(model: type[Model], names: Sequence[str], rows: Sequence[Row]) -> None:
    """Makes rows with these fields; the others get nothing."""
    into = f"INSERT INTO {_table(model)} ({', '.join(_columns(model, names))})"
    if connection.vendor == "postgresql":
        _run_arrays(f"{into} SELECT * FROM {{values}}", model, names, rows)
    else:
        _run_many(f"{into} VALUES ({', '.join(['%s'] * len(names))})", model, names, rows)


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _columns(model: type[Model], names: Sequence[str]) -> list[str]:
    return [connection.ops.quote_name(str(field.column)) for field in _fields(model, names)]


def _fields(model: type[Model], names: Sequence[str]) -> "list[Field[Any, Any]]":
    fields = [model._meta.get_field(name) for name in names]
    return [field for field in fields if isinstance(field, Field)]


def _run_many(sql: str, model: type[Model], names: Sequence[str], rows: Sequence[Row]) -> int:
    """The same statement for each row, which SQLite prepares once."""
    fields = _fields(model, names)
    # Each value once: most rows of a batch share their times.
    convert = [cache(partial(field.get_db_prep_value, connection=connection, prepared=True)) for field in fields]
    values = [[to(value) for to, value in zip(convert, row, strict=True)] for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(sql, values)
        return int(cursor.rowcount)


def _run_arrays(sql: str, model: type[Model], names: Sequence[str], rows: Sequence[Row]) -> int:
    """One statement for all rows, its {values} an array for each column: one way there and back on the network."""
    fields = _fields(model, names)
    arrays = ", ".join(f"%s::{field.db_type(connection)}[]" for field in fields)
    aliases = ", ".join(f"v{number}" for number in range(len(fields)))
    with connection.cursor() as cursor:
        cursor.execute(
            sql.format(values=f"unnest({arrays}) AS v({aliases})"), [list(column) for column in zip(*rows, strict=True)]
        )
        return int(cursor.rowcount)
