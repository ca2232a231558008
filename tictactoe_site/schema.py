"""Check a database's migrations against those of this release."""

from collections.abc import Iterable
from contextlib import closing

from django.core.management.base import CommandError
from django.db import connection
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

Migration = tuple[str, str]  # app and name


def unknown_migrations(applied: Iterable[Migration]) -> list[Migration]:
    """Return the applied migrations that this release lacks, in apps that it has."""
    loader = MigrationLoader(None)
    known = set(loader.disk_migrations)
    return sorted((app, name) for app, name in set(applied) - known if app in loader.migrated_apps)


def refuse_dead_database() -> None:
    """Raise OperationalError with the reason if PostgreSQL does not answer. The pool would log a warning for every
    attempt, and then say only that it got no connection."""
    if connection.vendor == "postgresql":
        with closing(connection.copy(NO_DB_ALIAS)) as without_pool:
            without_pool.ensure_connection()


def refuse_unprepared_database() -> None:
    """Raise CommandError if the database lacks migrations of this release."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError(
            "This database is not ready for this release: it was never set up, or the set-up was interrupted. Run "
            "`manage.py migrate`."
        )


def names_of(migrations: Iterable[Migration]) -> str:
    return ", ".join(f"{app}.{name}" for app, name in migrations)


def refuse_newer_database() -> None:
    """Raise CommandError, which says how to go back, if a newer release has changed the database."""
    unknown = unknown_migrations(MigrationRecorder(connection).applied_migrations())
    if not unknown:
        return
    graph = MigrationLoader(None).graph
    newest = [node for app in sorted({app for app, _ in unknown}) for node in graph.leaf_nodes(app)]
    back = " && ".join(f"manage.py migrate {app} {name}" for app, name in newest)
    raise CommandError(
        f"A newer release has changed this database ({names_of(unknown)}), and this one can't serve it. Run the newer "
        f"release. Or go back: stop the site, make a backup, run `{back}` with the newer release, and start this one."
    )
