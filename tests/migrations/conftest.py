"""Checkouts of earlier releases, and a PostgreSQL server."""

import functools
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.server import ROOT
from tools.cluster.programs import Postgres


@pytest.fixture(scope="session")
def checkout(tmp_path_factory) -> Callable[[str], Path]:
    """Return a function that checks out a commit into a folder."""

    @functools.cache
    def check_out(commit: str) -> Path:
        found = subprocess.run(["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=ROOT, check=False)
        if found.returncode:
            pytest.skip(f"the commit {commit} of an earlier release is not here: git fetch --unshallow")
        folder = tmp_path_factory.mktemp(commit)
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "x"], cwd=folder, input=archive, check=True)
        return folder

    return check_out
