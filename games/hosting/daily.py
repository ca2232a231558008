"""Back up and tidy once a day, in the server process that takes the lease first. The run has its own thread, so pages,
sockets and the end of the process do not wait for it. The next backup removes an interrupted one."""

import logging
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from http.client import HTTPException
from io import StringIO
from typing import Final
from urllib.parse import urlsplit
from urllib.request import urlopen

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connections
from django.utils import timezone

from games.hosting import services
from games.hosting.backups.saving import last_saved

logger = logging.getLogger(__name__)

HOUR: Final = 3  # of the day, in TIME_ZONE
FIRST_CHECK_AFTER: Final = 10  # seconds; everyone reconnects right after the start
CHECK_EVERY: Final = 60  # seconds
PING_TIMEOUT: Final = 5  # seconds

_started = threading.Event()


def start() -> None:
    """Start this process's thread, unless it is already running or the host has switched it off."""
    if settings.DAILY_RUN and not _started.is_set():
        _started.set()
        threading.Thread(target=_keep_checking, name="daily", daemon=True).start()


def _keep_checking() -> None:
    pause = FIRST_CHECK_AFTER
    while True:
        time.sleep(pause)
        pause = CHECK_EVERY
        try:
            run_if_due(timezone.now())
        except DatabaseError as failed:  # the database is down, or has no tables yet
            logger.warning("could not read whether the daily run is due: %s", failed)
        except Exception:
            logger.exception("the daily run failed")
        finally:
            connections.close_all()  # this thread's own


def run_if_due(now: datetime) -> bool:
    """Do the daily run if it is due and no other process is doing it. Return whether it was done."""
    due = last_due(now)
    if not services.take_daily_run(due=due, at=now):
        return False
    failed = [command for command in commands(due) if not run(command)]
    if not failed:
        services.finish_daily_run(at=timezone.now())
    ping(failed=bool(failed))
    return True


def last_due(now: datetime) -> datetime:
    """Return when the daily run was last due."""
    today = timezone.localtime(now).replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return today if today <= now else today - timedelta(days=1)


def commands(due: datetime) -> Iterator[str]:
    """Yield the commands to run. Omits the backup if the database is PostgreSQL, which the host backs up, or if one
    has been made since the due time: after a restore, the database may not record that backup."""
    saved = last_saved(settings.BACKUP_DIR)
    if not settings.DATABASE_URL and (saved is None or saved < due):
        yield "backup"
    yield "tidy"


def run(command: str) -> bool:
    """Run a command, and return whether it succeeded. Log a failure."""
    try:
        call_command(command, stdout=StringIO())
    except Exception as failed:
        logger.error("the daily %s failed: %s", command, failed, exc_info=not isinstance(failed, CommandError))
        return False
    return True


def ping(*, failed: bool) -> None:
    """Report the result to the monitor of the daily run, as healthchecks.io expects."""
    if not settings.HEALTHCHECK_PING_URL:
        return
    url = urlsplit(settings.HEALTHCHECK_PING_URL)
    if failed:
        url = url._replace(path=f"{url.path.rstrip('/')}/fail")
    try:
        urlopen(url.geturl(), timeout=PING_TIMEOUT).close()
    except (OSError, HTTPException) as failure:
        # Without the URL, because anyone who knows it can report a success.
        logger.warning("HEALTHCHECK_PING_URL could not be reached: %s", failure)
