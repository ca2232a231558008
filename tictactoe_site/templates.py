"""A template loader that removes indentation, a sixth of a page."""

import re

from django.template import Origin
from django.template.loaders.filesystem import Loader


class CompactLoader(Loader):
    """Django's filesystem loader, except that it strips white space at the start of lines."""

    def get_contents(self, origin: Origin) -> str:
        return re.sub(r"\n\s+", "\n", super().get_contents(origin))
