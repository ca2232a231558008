"""Raw SQL for the queries that every page, socket or heartbeat makes: Django takes ten times as long to build such a
query as the database takes to answer it. Everything else uses the ORM."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

M = TypeVar("M", bound=Model)


def rows(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows that a statement finds. A list fills an IN clause; an empty list finds no rows."""
    if [] in values:
        return []
    filled, flat = _filled(statement, values)
    with connection.cursor() as cursor:
        cursor.execute(filled, [connection.ops.adapt_unknown_value(value) for value in flat])
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def objects(model: type[M], statement: str, *values: Any) -> list[M]:
    """Return model instances for a query. Extra columns become attributes."""
    return [] if [] in values else [*model._default_manager.raw(*_filled(statement, values))]


def moment(stored: datetime | None) -> datetime | None:
    """Return a time from a row with the time zone UTC, which SQLite does not return."""
    return stored and stored.replace(tzinfo=UTC)


def _filled(statement: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
    """Return a statement with a placeholder for each element of a list, and all values in one flat list."""
    lists = [value if isinstance(value, list) else [value] for value in values]
    places = [f"({', '.join(['%s'] * len(value))})" if isinstance(value, list) else "%s" for value in values]
    return statement % tuple(places), [value for several in lists for value in several]
