"""`manage.py migrate` on a real PostgreSQL server."""

import sys

import psycopg
import pytest

from tests.support.server import Server


@pytest.mark.slow
def test_the_second_of_two_machines_waits_for_the_first_however_long_it_takes(postgres, tmp_path):
    site = Server(tmp_path, DATABASE_URL=postgres.url)
    with psycopg.connect(postgres.url) as held:
        held.execute("SELECT pg_advisory_lock(827432654)")
        running = [site.launch(sys.executable, "manage.py", "migrate", "--verbosity", "0") for _machine in range(2)]
        waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        while held.execute(waiting).fetchone() != (2,):
            assert all(process.poll() is None for process in running)
        held.execute("SELECT pg_sleep(3.5)")  # longer than a request's statement may take
    assert [process.wait() for process in running] == [0, 0], site.log.read_text()
