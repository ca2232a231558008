"""One statement run for many rows, in the transaction of the caller, for what is written with every move.

The ORM would put each update together anew, at seven times the cost of running it. Values must have the type of their
field already; a foreign key is given as the number.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Field, Model

Row = Sequence[Any]


def update_each(model: type[Model], names: Sequence[str], rows: Sequence[Row], *, where: Sequence[str]) -> int:
    """Sets the fields `names` where the fields `where` have given values: a row holds the one and then the other.

    Returns how many rows of the table have changed.
    """
    return _run(_update(connection.vendor, model, tuple(names), tuple(where)), rows)


def insert_each(model: type[Model], names: Sequence[str], rows: Sequence[Row]) -> None:
    """Makes rows with these fields; the others get nothing."""
    _run(_insert(connection.vendor, model, tuple(names)), rows)


class _Statement(NamedTuple):
    sql: str
    fields: "tuple[Field[Any, Any], ...]"  # of what a row holds


@lru_cache(maxsize=64)
def _update(vendor: str, model: type[Model], names: tuple[str, ...], where: tuple[str, ...]) -> _Statement:
    table, columns, conditions = _table(model), _columns(model, names), _columns(model, where)
    fields = _fields(model, names + where)
    if vendor == "postgresql":
        assignments = ", ".join(f"{column} = v{number}" for number, column in enumerate(columns))
        same = " AND ".join(f"{table}.{column} = v{number}" for number, column in enumerate(conditions, len(columns)))
        return _Statement(f"UPDATE {table} SET {assignments} FROM {_arrays(fields)} WHERE {same}", fields)
    assignments = ", ".join(f"{column} = %s" for column in columns)
    same = " AND ".join(f"{column} = %s" for column in conditions)
    return _Statement(f"UPDATE {table} SET {assignments} WHERE {same}", fields)


@lru_cache(maxsize=64)
def _insert(vendor: str, model: type[Model], names: tuple[str, ...]) -> _Statement:
    into, fields = f"INSERT INTO {_table(model)} ({', '.join(_columns(model, names))})", _fields(model, names)
    if vendor == "postgresql":
        return _Statement(f"{into} SELECT * FROM {_arrays(fields)}", fields)
    return _Statement(f"{into} VALUES ({', '.join(['%s'] * len(names))})", fields)


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _columns(model: type[Model], names: Sequence[str]) -> list[str]:
    return [connection.ops.quote_name(str(field.column)) for field in _fields(model, names)]


def _fields(model: type[Model], names: Sequence[str]) -> "tuple[Field[Any, Any], ...]":
    fields = [model._meta.get_field(name) for name in names]
    return tuple(field for field in fields if isinstance(field, Field))


def _arrays(fields: "Sequence[Field[Any, Any]]") -> str:
    """What takes an array for each column: one way there and back on the network for all rows."""
    arrays = ", ".join(f"%s::{field.db_type(connection)}[]" for field in fields)
    aliases = ", ".join(f"v{number}" for number in range(len(fields)))
    return f"unnest({arrays}) AS v({aliases})"


def _run(statement: _Statement, rows: Sequence[Row]) -> int:
    """How many rows of the table it has made or changed."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(statement.sql, [list(column) for column in zip(*rows, strict=True)])
        else:
            cursor.executemany(statement.sql, _prepared(statement.fields, rows))  # which SQLite prepares once
        return int(cursor.rowcount)


def _prepared(fields: "Sequence[Field[Any, Any]]", rows: Sequence[Row]) -> list[list[Any]]:
    convert: list[Callable[[Any], Any]] = [
        partial(field.get_db_prep_value, connection=connection, prepared=True) for field in fields
    ]
    if len(rows) > 1:  # each value once: most rows of a batch share their times
        convert = [cache(to) for to in convert]
    return [[to(value) for to, value in zip(convert, row, strict=True)] for row in rows]
