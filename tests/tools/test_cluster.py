"""`make scale`."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.support.commands import launch, run
from tests.support.people import Person
from tests.support.waiting import PATIENCE
from tools.cluster.programs import family_of, free_port, wait_until

pytestmark = pytest.mark.slow


def test_make_scale_starts_everything_and_leaves_nothing(programs, tmp_path):
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    environment |= {"DATA_DIR": str(tmp_path), "HOST": "127.0.0.1", "PORT": str(port), "PROCESSES": "1"}
    command = [sys.executable, "-m", "tools.cluster"]
    with (tmp_path / "output").open("w") as output:
        running = launch(*command, env=environment, stdout=output, stderr=output)

    def says(words: str) -> bool:
        assert running.poll() is None, (tmp_path / "output").read_text()
        return words in (tmp_path / "output").read_text()

    try:
        wait_until(lambda: says(f"Open http://127.0.0.1:{port} in a browser."), "The start", PATIENCE)
        assert Person(f"http://127.0.0.1:{port}").get("/").status == 200
        second = run(*command, env=environment)
        assert second.returncode == 1
        assert re.fullmatch(
            r"A server is already running on the data in \S+: stop it first, or set DATA_DIR.\n", second.stderr
        )
        elsewhere = environment | {"DATA_DIR": str(tmp_path / "elsewhere")}
        third = run(*command, env=elsewhere)
        assert third.returncode == 1
        assert third.stderr.endswith(f"\nCan't listen on 127.0.0.1, port {port}: Address already in use.\n")
        children = family_of(running.pid)[1:]
        assert len(children) >= 4
    finally:
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=PATIENCE) == 0
    assert [pid for pid in children if Path(f"/proc/{pid}").exists()] == []
    assert (tmp_path / "output").read_text().count("\n") == 2
