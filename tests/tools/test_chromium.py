"""tools/chromium for a user without a browser who may not install one."""

import shutil
from pathlib import Path

import pytest

from tests.support.commands import ROOT, run

MISSING = "Missing: chromium (on Debian and Ubuntu: apt-get install chromium fonts-liberation libatomic1)\n"
PLAYWRIGHT_WITHOUT_A_NETWORK = """#!/bin/sh
case "$*" in
*--version*) ;;
*) printf "Downloading\\nError: Download failure, code=1\\n    at ChildProcess.emit (node:events:514:20)\\n"; exit 1 ;;
esac
"""


@pytest.fixture
def tool(tmp_path) -> Path:
    """The tool in a folder without .venv."""
    tool = tmp_path / "site" / "tools" / "chromium"
    tool.parent.mkdir(parents=True)
    shutil.copy(ROOT / "tools" / "chromium", tool)
    return tool


def output(tool: Path) -> str:
    """Run the tool, check that it fails and leaves no files, and return its output."""
    programs, home = (tool.parents[2] / name for name in ("bin", "home"))
    for folder in (programs, home):
        folder.mkdir()
    for name in ("dirname", "grep", "mktemp", "rm", "sh", "tail"):
        (programs / name).symlink_to(shutil.which(name))
    (programs / "id").write_text("#!/bin/sh\necho 1000\n")
    (programs / "id").chmod(0o755)
    environment = {"PATH": str(programs), "HOME": str(home)}
    done = run(tool, "--install", env=environment)
    assert done.returncode != 0
    assert done.stdout == ""
    assert list(home.iterdir()) == []
    return done.stderr


def test_missing_programs_are_named_in_one_line(tool):
    assert output(tool) == MISSING


def test_a_failed_download_is_reported_without_a_traceback(tool):
    python = tool.parents[1] / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(PLAYWRIGHT_WITHOUT_A_NETWORK)
    python.chmod(0o755)
    assert output(tool) == f"Installing a Chromium for the browser tests\nError: Download failure, code=1\n{MISSING}"
