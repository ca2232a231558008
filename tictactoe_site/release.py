"""Names the release of scripts and style sheets that belongs to this process, by the digest of collectstatic.

Pages, beats and news name it: while processes are renewed two releases are at work, and a page may come from either.
"""

from typing import Final

from django.contrib.staticfiles.storage import staticfiles_storage

VERSION: Final = "1.1.0"  # as in CHANGELOG and pyproject.toml


def release() -> str:
    """The name of the release; "" under DEBUG, where files are read as they are written."""
    return getattr(staticfiles_storage, "manifest_hash", "")
