"""The version, date and commit of a release."""

import hashlib
import re
import subprocess
from collections.abc import Callable

import pytest

from tictactoe_site import release
from tictactoe_site.release import RELEASED, ROOT, VERSION

HEAD = "0123456789abcdef0123456789abcdef01234567"
DATED = re.findall(r"^## (\S+) - (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_sections_of_the_changelog_are_in_order_with_the_next_release_above_this_one():
    assert [*DATED] == sorted(DATED, key=lambda one: [*map(int, one[0].split("."))], reverse=True)
    assert DATED[0] == (VERSION, RELEASED)
    assert re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0] == "Unreleased"


@pytest.fixture
def commit(monkeypatch) -> Callable[[], str]:
    """The function `commit` without its cache, and without COMMIT in the environment."""
    monkeypatch.delenv("COMMIT", raising=False)
    return release.commit.__wrapped__


def test_the_commit_is_that_of_the_checkout_unless_an_image_names_it(commit, monkeypatch):
    asked = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    assert commit() == asked.stdout.strip()
    monkeypatch.setenv("COMMIT", "0123456789abcdef")
    assert commit() == "0123456789abcdef"


@pytest.mark.parametrize(
    "files",
    [
        {"HEAD": f"{HEAD}\n"},
        {"HEAD": "ref: refs/heads/main\n", "refs/heads/main": f"{HEAD}\n"},
        {"HEAD": "ref: refs/heads/main\n", "packed-refs": f"{'f' * 40} refs/heads/domain\n{HEAD} refs/heads/main\n"},
    ],
    ids=["a tag", "a branch", "a packed branch"],
)
def test_the_commit_is_known_in_a_checkout_that_git_refuses(files, tmp_path, commit, monkeypatch):
    monkeypatch.setattr(release, "ROOT", tmp_path)
    for name, text in files.items():
        (tmp_path / ".git" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / ".git" / name).write_text(text)
    assert commit() == HEAD


def test_without_a_checkout_there_is_no_commit(tmp_path, commit, monkeypatch):
    monkeypatch.setattr(release, "ROOT", tmp_path)
    assert commit() == ""


def test_the_sections_of_past_releases_never_change():
    sections = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[2:]
    found = {one.split()[0]: hashlib.sha256(one.strip().encode()).hexdigest()[:12] for one in sections}
    assert found == {
        "2.0.0": "55737b0d15b0",
        "1.1.0": "08d100738f83",
        "1.0.0": "53c43c93e98c",
    }  # a release adds its own
