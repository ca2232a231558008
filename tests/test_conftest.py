"""What `make test` runs."""

import subprocess
import sys

import pytest

from tests.server import ROOT

pytestmark = pytest.mark.slow

UNIT, SLOW = "tests/test_names.py", "tests/test_services_model.py"
TOUR, BROWSER = "tests/browser/test_play.py", "tests/browser/test_bytes.py"
FAULTS = "tests/faults/test_races.py"


def collected(*arguments: str) -> set[str]:
    """The files whose tests run."""
    command = [sys.executable, "-m", "pytest", "--quick", "--collect-only", "--quiet", *arguments]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {line.split("::")[0] for line in listed.splitlines() if "::" in line}


def test_it_is_the_quick_tests_and_the_tour():
    assert collected("-x") & {UNIT, SLOW, TOUR, BROWSER, FAULTS} == {UNIT, TOUR}


@pytest.mark.parametrize(
    "selection", [[SLOW, BROWSER, FAULTS], ["-k", "test_services_model or test_bytes or test_races"]]
)
def test_what_is_selected_runs_however_long_it_takes(selection):
    assert collected(*selection) >= {SLOW, BROWSER, FAULTS}
