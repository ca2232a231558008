"""The site works without a feature."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from games.features import FEATURES
from tests.support.commands import ROOT, run

pytestmark = pytest.mark.slow

REMOVABLE = {"menace", "tournaments"}


def copy_without(gone: set[str], copy: Path) -> Path:
    """Copy the site without these features. Their models stay, and so do their tables."""
    for name in run("git", "ls-files", check=True).stdout.splitlines():
        parts = Path(name).parts
        if parts[0] in {"templates", "static", "tests"} and parts[1] in gone:
            continue
        if parts[0] == "games" and parts[1] in gone and parts[2] not in ("__init__.py", "models.py"):
            continue
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    features = copy / "games/features.py"
    features.write_text(re.sub(rf'    "({"|".join(gone)})",.*\n', "", features.read_text()))
    return copy


def dependents_of(feature: str, tests: Path) -> set[Path]:
    """Return the test files that depend on a feature, directly or through a helper."""
    helpers: set[str] = set()
    while True:
        needs = re.compile(rf"games\.{feature}\b|tests\.support(\.| import .*\b)({'|'.join(sorted(helpers)) or '!'})\b")
        found = {one.stem for one in (tests / "support").glob("*.py") if needs.search(one.read_text())}
        if found <= helpers:
            break
        helpers |= found
    return {one for one in tests.glob("*/**/test_*.py") if needs.search(one.read_text())}


@pytest.mark.parametrize(
    ("gone", "least"),
    [(REMOVABLE, 300), ({"menace"}, 100), ({"tournaments"}, 30)],
    ids=["both", "menace", "tournaments"],
)
def test_without_features_the_others_pass_their_tests(gone, least, tmp_path):
    """Run the tests of pages, and all tests of the features that show parts of others. Each runs once, without all the
    removable features that it does not need."""
    site = copy_without(gone, tmp_path / "site")
    folders = [site / "tests" / name for name in FEATURES]
    views = [one for folder in folders for one in (*folder.glob("test_views.py"), *folder.glob("views/test_*.py"))]
    shown = [one for name in ("home", "desk", "hosting") for one in (site / "tests" / name).glob("**/test_*.py")]
    tests = {*views, *shown}
    for feature in REMOVABLE:
        dependents = dependents_of(feature, site / "tests")
        tests = tests - dependents if feature in gone else tests & dependents
    selection = ["-m", "not slow and not browser and not faults", *sorted(map(str, tests))]
    ran = run(sys.executable, "-m", "pytest", "-q", *selection, cwd=site)
    assert ran.returncode == 0, ran.stdout[-5_000:] + ran.stderr[-5_000:]
    assert int(re.search(r"(\d+) passed", ran.stdout)[1]) > least
