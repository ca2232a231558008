"""The selection of tests that `make test` runs."""

import os
import sys

import pytest

from tests.support.commands import run

pytestmark = pytest.mark.slow

UNIT, SLOW = "tests/play/words/test_rules.py", "tests/play/services/test_random_actions.py"
TOUR, BROWSER = "tests/browser/test_play.py", "tests/browser/test_press.py"
FAULTS = "tests/faults/test_races.py"
LESS = ("--ignore-glob", "*/test_[!mpr]*")  # some files of each kind, because collecting all is slow


def files(*arguments: str) -> set[str]:
    output = run(sys.executable, "-m", "pytest", "--quick", *arguments, check=True).stdout
    return {word.split("::")[0] for word in output.split() if word.startswith("tests/") and "::" in word}


def test_make_test_runs_quick_tests_and_the_tour():
    assert files("--collect-only", "-q", "-x", *LESS) & {UNIT, SLOW, TOUR, BROWSER, FAULTS} == {UNIT, TOUR}


@pytest.mark.parametrize(
    "selection", [[SLOW, BROWSER, FAULTS], [*LESS, "-k", "test_random_actions or test_press or test_races"]]
)
def test_selected_tests_run_however_long_they_take(selection):
    assert files("--collect-only", "-q", *selection) >= {SLOW, BROWSER, FAULTS}


def test_a_line_says_how_many_tests_could_not_run_and_why():
    environment = os.environ | {"PATH": "/nowhere", "CI": ""}
    done = run(sys.executable, "-m", "pytest", "-q", "tests/deploy/test_systemd.py", env=environment)
    assert "\n2 tests: systemd-analyze is not installed; `make programs` installs it\n" in done.stdout
    assert done.returncode == 0
