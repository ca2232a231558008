"""The tools that no test runs."""

from importlib import import_module

import pytest

from tests.support.server import ROOT


@pytest.mark.parametrize("tool", sorted(path.stem for path in (ROOT / "tools").glob("*.py")))
def test_everything_that_a_tool_imports_exists(tool):
    assert callable(import_module(f"tools.{tool}").main)
