"""Which database the site uses."""

from django.conf import settings

from games.backups.database import Database
from games.backups.postgresql import PostgresqlDatabase
from games.backups.sqlite import SqliteDatabase


def database() -> Database:
    """The database of this site, as the environment names it."""
    if settings.DATABASE_URL:
        return PostgresqlDatabase(settings.DATABASE_URL)
    return SqliteDatabase(settings.DATA_DIR / "db.sqlite3")
