"""Puts a backup in place of the database: beside it first, brought to this release and held against the rules there."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader

from games.backups.database import Contents, Database, Failed
from tictactoe_site.unhurried import unhurried


@dataclass(frozen=True)
class Restored:
    """What is back, and where that is which was there before; "" if there was nothing."""

    contents: Contents
    aside: str


def restore(database: Database, file: Path, *, problems: Callable[[], Iterable[str]]) -> Restored:
    """Puts a backup in place of the database. `problems` finds those of what is in the default database.

    Raises Failed, and leaves the database as it is then, if the site is running, if the backup is none or not whole, if
    it is of a newer release, or if there are problems.
    """
    check_kind(database, file)
    with database.at_rest():
        contents = database.read(file)
        check_known(contents)
        with database.fresh(file) as settings:
            with unhurried(**settings):
                call_command("migrate", verbosity=0, interactive=False)
                found = [*problems()]
            if found:
                lines = "\n".join(found)
                raise Failed(f"What {file} holds does not fit the rules, so it is not put back:\n{lines}")
            return Restored(contents, database.replace())


def check_kind(database: Database, file: Path) -> None:
    """Raises Failed if a file can't be read, or is no backup of a database of this kind."""
    try:
        with file.open("rb") as opened:
            begins = opened.read(16)
    except OSError as failed:
        raise Failed(f"{file} can't be read: {failed.strerror}.") from None
    if not begins.startswith(database.begins):
        of = f"one of {database.title} begins otherwise"
        raise Failed(f"{file} is no backup that fits: {of}. DATABASE_URL says which of the two this site uses.")


def check_known(contents: Contents) -> None:
    """Raises Failed if a backup was made by a release that changed the database in a way which this one does not
    know."""
    unknown = sorted(contents.migrations - set(MigrationLoader(None).disk_migrations))
    if unknown:
        names = ", ".join(f"{app}.{name}" for app, name in unknown)
        raise Failed(f"The backup was made by a newer release, which knows {names}: restore it with that one.")
