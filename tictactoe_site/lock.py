"""Locks: without Redis, only one server process may use a database, and a database in use must not be replaced."""

import fcntl
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from tictactoe_site.environment import refuse

if TYPE_CHECKING:
    import psycopg

ADVISORY_LOCK = 827_432_653  # an arbitrary number, unique in this database
_locked: "list[psycopg.Connection]" = []  # kept open, because closing a connection releases its lock


def take(path: Path, *, alone: bool = True) -> int:
    """Lock the file at `path` until the returned file is closed. Ends the process if another one has locked it, unless
    neither process is `alone`."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, mode=0o600)
        fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        if is_being_replaced(path.with_name("db.sqlite3")):
            end(f"A restore is running on the data in {path.parent}: wait until it is done.")
        end(f"A server is already running on the data in {path.parent}: stop it first, or set DATA_DIR.")
    except OSError as failed:
        end(f"{path} can't be written: {failed.strerror}.")
    return file


def use(path: Path, *, alone: bool = False) -> int:
    """Lock the SQLite database at `path` against replacement until the returned file is closed; with `alone`, against
    any use. Raises BlockingIOError during a restore; with `alone`, also while another process uses the database."""
    file = os.open(path.with_name(f"{path.name}.use"), os.O_RDONLY | os.O_CREAT, mode=0o644)
    try:
        fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        raise
    return file


def is_being_replaced(database: Path) -> bool:
    """Return whether a restore is replacing an SQLite database."""
    try:
        os.close(use(database))
    except BlockingIOError:
        return True
    return False


def take_database(address: str) -> None:
    """Lock a PostgreSQL database, which servers on other machines may use too, or end the process."""
    import psycopg  # slow to load, and not needed with SQLite

    try:
        connection = psycopg.connect(address, autocommit=True, connect_timeout=5)
        taken = connection.execute("SELECT pg_try_advisory_lock(%s)", [ADVISORY_LOCK]).fetchone()
    except psycopg.OperationalError as failed:
        end(f"The database of DATABASE_URL does not answer: {str(failed).splitlines()[0]}")
    if not taken or not taken[0]:
        connection.close()
        end("A server is already running on the database of DATABASE_URL: stop it first.")
    _locked.append(connection)


def end(sentence: str) -> NoReturn:
    """End the process with a sentence, from any thread."""
    if threading.current_thread() is threading.main_thread():
        refuse(sentence)
    # runserver loads the application on a thread, and SystemExit would silently end only the thread.
    print(sentence, file=sys.stderr, flush=True)
    os._exit(1)
