"""`manage.py migrate` on a real PostgreSQL server."""

import os
import subprocess
import sys

import psycopg
import pytest

from tests.support.server import ROOT
from tools.cluster.programs import Postgres


@pytest.mark.slow
def test_the_second_of_two_machines_waits_for_the_first_however_long_it_takes(programs, tmp_path):
    postgres = Postgres(tmp_path / "postgresql")
    postgres.start()
    try:
        environment = os.environ | {"DATA_DIR": str(tmp_path), "DATABASE_URL": postgres.url}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        with psycopg.connect(postgres.url) as held:
            held.execute("SELECT pg_advisory_lock(827432654)")
            running = [
                subprocess.Popen(
                    [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
                    cwd=ROOT,
                    env=environment,
                    stderr=subprocess.PIPE,
                    text=True,
                )
                for _machine in range(2)
            ]
            waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            while held.execute(waiting).fetchone() != (2,):
                assert all(process.poll() is None for process in running)
            held.execute("SELECT pg_sleep(3.5)")  # longer than a request's statement may take
        errors = [process.communicate()[1] for process in running]
        assert [process.returncode for process in running] == [0, 0], errors
    finally:
        postgres.stop()
