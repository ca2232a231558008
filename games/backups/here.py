"""Which database the site uses."""

import psycopg
from django.conf import settings

from games.backups.database import Database, Failed
from games.backups.postgresql import PostgresqlDatabase
from games.backups.sqlite import SqliteDatabase
from tictactoe_site.postgresql import primary_of


def database() -> Database:
    """The database of this site, as the environment names it; of several servers the primary. Raises Failed."""
    if not settings.DATABASE_URL:
        return SqliteDatabase(settings.DATA_DIR / "db.sqlite3")
    try:
        return PostgresqlDatabase(primary_of(settings.DATABASE_URL))
    except psycopg.Error as failed:
        raise Failed(f"No server of DATABASE_URL is the primary: {failed}") from None
