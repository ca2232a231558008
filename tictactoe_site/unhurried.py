"""The database without the limits that keep the requests of a site short, for work that takes as long as it takes."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

SHORT = ("pool", "options")  # connections that are given up after seconds, and the server's limits for statements


@contextmanager
def unhurried() -> Iterator[None]:
    """Let Django work without those limits."""
    usual = connection.settings_dict
    options = {key: value for key, value in usual["OPTIONS"].items() if key not in SHORT}
    _close()
    connection.settings_dict = {**usual, "OPTIONS": options}
    try:
        yield
    finally:
        _close()
        connection.settings_dict = usual


def _close() -> None:
    connection.close()
    if close_pool := getattr(connection, "close_pool", None):  # of PostgreSQL alone
        close_pool()
