"""tools/venv after an interruption."""

import shutil
import subprocess
import sys

import pytest

from tests.support.server import ROOT


@pytest.mark.slow
def test_an_environment_without_pip_is_recreated(tmp_path):
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "venv", tmp_path / "tools")
    (tmp_path / "requirements.txt").touch()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / ".venv"], check=True)
    subprocess.run([tmp_path / "tools" / "venv", "requirements.txt"], check=True)
    subprocess.run([tmp_path / ".venv" / "bin" / "python", "-m", "pip", "--version"], check=True)
