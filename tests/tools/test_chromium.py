"""tools/chromium without a browser or the right to install one."""

import shutil
import subprocess

from tests.support.server import ROOT


def test_it_names_what_is_missing_in_one_line_and_leaves_nothing(tmp_path):
    tool = tmp_path / "site" / "tools" / "chromium"  # without a .venv with Playwright beside it
    tool.parent.mkdir(parents=True)
    shutil.copy(ROOT / "tools" / "chromium", tool)
    programs, home = tmp_path / "bin", tmp_path / "home"
    for folder in (programs, home):
        folder.mkdir()
    for name in ("dirname", "mktemp", "rm", "sh", "tail"):
        (programs / name).symlink_to(shutil.which(name))
    (programs / "id").write_text("#!/bin/sh\necho 1000\n")
    (programs / "id").chmod(0o755)
    run = subprocess.run(
        [tool, "--install"],
        check=False,
        capture_output=True,
        text=True,
        env={"PATH": str(programs), "HOME": str(home)},
    )
    assert run.returncode != 0
    assert run.stdout == ""
    assert run.stderr == (
        "Missing: chromium (on Debian and Ubuntu: apt-get install chromium fonts-liberation libatomic1)\n"
    )
    assert list(home.iterdir()) == []
