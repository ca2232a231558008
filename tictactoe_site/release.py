"""Which release of the scripts and style sheets belongs to this process, by the digest that collectstatic has left.

Pages, beats and news name it: while processes are renewed two releases are at work, and a page may come from either.
"""

from django.contrib.staticfiles.storage import staticfiles_storage


def release() -> str:
    """ "" under DEBUG, where files are read as they are written."""
    return getattr(staticfiles_storage, "manifest_hash", "")
