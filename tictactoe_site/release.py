"""The release of this process's scripts and style sheets, identified by collectstatic's digest.

Pages, beats and news carry it: during a rolling restart two releases run, and a page may come from either.
"""

from typing import Final

from django.contrib.staticfiles.storage import staticfiles_storage

VERSION: Final = "1.1.0"  # as in CHANGELOG and pyproject.toml


def release() -> str:
    """Return the digest of the release; "" under DEBUG, where files are served unhashed."""
    return getattr(staticfiles_storage, "manifest_hash", "")
