"""Joined sentences."""

from functools import reduce

from django.utils.translation import gettext as _


def sentences(*several: str) -> str:
    """Join sentences, skipping empty ones."""

    def joined(first: str, second: str) -> str:
        # Translators: two whole sentences, one after the other.
        return _("%(first)s %(second)s") % {"first": first, "second": second}

    given = [sentence for sentence in several if sentence]
    return reduce(joined, given) if given else ""
