"""The connection pool for PostgreSQL."""

from concurrent.futures import ThreadPoolExecutor

from games.hosting.views import health, metrics
from games.site import threads
from tictactoe_site.requests import MAX_AT_WORK, MAX_SIGN_INS_AT_WORK
from tictactoe_site.settings import POOL


def test_every_thread_that_uses_the_database_has_a_connection():
    executors = [one for one in vars(threads).values() if isinstance(one, ThreadPoolExecutor)]
    sockets = [one for one in executors if one is not threads._renders]  # it never uses the database
    threads_of = [one._max_workers for one in (*sockets, health._database, metrics._asking)]
    assert len(sockets) >= 2
    daily_run = 1
    assert POOL["max_size"] == MAX_AT_WORK + MAX_SIGN_INS_AT_WORK + sum(threads_of) + daily_run
