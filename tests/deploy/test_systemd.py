"""The units, checked by systemd, and the commands that they run."""

import shlex
import shutil
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from tests.support.commands import ROOT, run
from tests.support.needed import needed

UNITS = ROOT / "deploy" / "systemd"
MAX_EXPOSURE = 1.2  # on systemd's scale from 0 to 10


@pytest.fixture
def units(tmp_path) -> list[Path]:
    """All units of an installation in this folder, with two processes."""
    needed("systemd-analyze")
    folder = shutil.copytree(UNITS, tmp_path / "units")
    for path in folder.rglob("*.*"):
        if path.is_file():
            text = path.read_text().replace("/opt/tictactoe/.venv/bin/python", sys.executable)
            path.write_text(text.replace("/opt/tictactoe", str(ROOT)))
    for kind in ("socket", "service"):
        for port in (8001, 8002):
            (folder / f"tictactoe@{port}.{kind}").symlink_to(f"tictactoe@.{kind}")
    return [path for path in sorted(folder.iterdir()) if path.is_file() and "@." not in path.name]


def commands() -> list[list[str]]:
    lines = [line for path in sorted(UNITS.glob("*.service")) for line in path.read_text().splitlines()]
    started = [shlex.split(line.partition("=")[2]) for line in lines if line.startswith("ExecStart=")]
    return [shlex.split(command[2]) if command[0] == "/bin/sh" else command for command in started]


def test_systemd_accepts_all_units(units):
    done = run("systemd-analyze", "verify", "--man=no", *units)
    assert [line for line in done.stderr.splitlines() if "tictactoe" in line] == []
    assert done.returncode == 0


def test_the_services_have_little_access_to_the_machine(units):
    services = [path for path in units if path.suffix == ".service"]
    assert len(services) == 3
    options = ["--offline=true", "--no-pager", f"--threshold={MAX_EXPOSURE * 10:.0f}"]
    done = run("systemd-analyze", "security", *options, *services)
    assert done.returncode == 0, done.stdout


def test_each_runs_an_existing_command():
    names = set()
    for command in commands():
        if "manage.py" in command:
            name, *arguments = command[command.index("manage.py") + 1 :]
            load_command_class(get_commands()[name], name).create_parser("manage.py", name).parse_args(arguments)
            names.add(name)
    assert names == {"migrate", "collectstatic"}
