"""The tools that no other test runs."""

import shutil
import subprocess
import sys
from importlib import import_module

import pytest

from tests.support.server import ROOT


@pytest.mark.parametrize("tool", sorted(path.stem for path in (ROOT / "tools").glob("*.py")))
def test_everything_that_a_tool_imports_exists(tool):
    assert callable(import_module(f"tools.{tool}").main)


@pytest.mark.slow
def test_an_environment_without_pip_is_recreated(tmp_path):
    """As after an interruption."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "venv", tmp_path / "tools")
    (tmp_path / "requirements.txt").touch()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / ".venv"], check=True)
    subprocess.run([tmp_path / "tools" / "venv", "requirements.txt"], check=True)
    subprocess.run([tmp_path / ".venv" / "bin" / "python", "-m", "pip", "--version"], check=True)
