"""The version, date and commit of a release, which are stated once."""

import hashlib
import re
import subprocess

from tictactoe_site import release
from tictactoe_site.release import RELEASED, ROOT, VERSION

DATED = re.findall(r"^## (\S+) - (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_the_newest_dated_section_of_the_changelog_is_this_release():
    assert DATED[0] == (VERSION, RELEASED)


def test_sections_are_in_order_and_the_next_release_stands_on_top():
    assert [*DATED] == sorted(DATED, key=lambda one: [*map(int, one[0].split("."))], reverse=True)
    assert re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0] == "Unreleased"


def test_the_commit_is_that_of_the_checkout_unless_an_image_names_it(monkeypatch):
    asked = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    release.commit.cache_clear()
    assert release.commit() == asked.stdout.strip()
    monkeypatch.setenv("COMMIT", "0123456789abcdef")
    release.commit.cache_clear()
    assert release.commit() == "0123456789abcdef"
    release.commit.cache_clear()


def test_the_section_of_a_release_never_changes_again():
    sections = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[2:]
    found = {one.split()[0]: hashlib.sha256(one.strip().encode()).hexdigest()[:12] for one in sections}
    assert found == {"1.1.0": "08d100738f83", "1.0.0": "53c43c93e98c"}  # a release adds its own
