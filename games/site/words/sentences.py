"""Joined sentences, and a sentence that every feature uses."""

from functools import reduce
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

BLOCKED: Final = gettext_lazy("The people who run this site have blocked you, so you can’t play here.")


def sentences(*several: str) -> str:
    """Join sentences, skipping empty ones."""

    def joined(first: str, second: str) -> str:
        # Translators: two whole sentences, one after the other.
        return _("%(first)s %(second)s") % {"first": first, "second": second}

    given = [sentence for sentence in several if sentence]
    return reduce(joined, given) if given else ""
