"""The whole database as a value, so that a test can say: nothing was stored."""

from django.apps import apps
from django.db import connection

WHO_IS_HERE = {"Process", "Attendance", "Audience"}  # looking at a room is noted, by design


REPORTED = {"here_until"}  # columns: so is looking at a page of a tournament


def digest(*, but: set[str] = frozenset()) -> dict[str, list[tuple]]:
    """Every row of every table, but those of the models named."""
    quoted = connection.ops.quote_name

    def columns(model) -> str:
        return ", ".join(quoted(one.column) for one in model._meta.concrete_fields if one.column not in REPORTED)

    with connection.cursor() as cursor:
        # Asked of the ORM, it would take most of the time of those tests that say so again and again.
        return {
            model._meta.label: cursor.execute(
                f"SELECT {columns(model)} FROM {quoted(model._meta.db_table)} ORDER BY {quoted(model._meta.pk.column)}"
            ).fetchall()
            for model in apps.get_models()
            if model.__name__ not in but
        }
