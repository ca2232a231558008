"""The running release: its version, date and commit, and the digest of its scripts and style sheets, which pages, beats
and states contain, because two releases run during a rolling restart."""

import os
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.contrib.staticfiles.storage import staticfiles_storage

from tictactoe_site import lock

ROOT: Final = Path(__file__).resolve().parent.parent
_project = tomllib.loads((ROOT / "pyproject.toml").read_text())
VERSION: Final[str] = _project["project"]["version"]
RELEASED: Final[str] = _project["tool"]["tictactoe"]["released"]  # the date, as in 2026-11-22


@cache
def commit() -> str:
    """Return the running commit: COMMIT, which an image sets, else that of the checkout, else ""."""
    return os.environ.get("COMMIT") or checked_out(ROOT / ".git")


def checked_out(git: Path) -> str:
    """Return the commit of a checkout. Reads files, because git refuses to read another user's, as under systemd."""
    try:
        head = (git / "HEAD").read_text().strip()
        branch = head.removeprefix("ref: ")
        if branch == head:
            return head  # HEAD is detached, as on a tag
        if (git / branch).exists():
            return (git / branch).read_text().strip()
        packed = (git / "packed-refs").read_text().splitlines()
    except OSError:
        return ""
    return next((line.split()[0] for line in packed if line.endswith(f" {branch}")), "")


def release() -> str:
    """Return the digest of the release; "" under DEBUG, when files are served unhashed."""
    return getattr(staticfiles_storage, "manifest_hash", "")


def refuse_half_collected() -> None:
    """End the process with a sentence if `collectstatic` has not run since the last update, or was interrupted."""
    hashed = getattr(staticfiles_storage, "hashed_files", None)  # only hashed files have a manifest
    files = FileSystemFinder().list(apps.get_app_config("staticfiles").ignore_patterns)  # type: ignore[attr-defined]
    if hashed is not None and any(path not in hashed for path, _storage in files):
        lock.end(f"The static files in {settings.STATIC_ROOT} are not complete: run `manage.py collectstatic`.")
