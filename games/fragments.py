"""Renders a Pov to HTML: the one place that both the page and every push come from.

A fragment depends on the Pov and the language alone, never on a request: forms, tokens, links and the theme stand
outside it in the page.
"""

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.pov import Pov


def render(pov: Pov, language: str) -> SafeString:
    """The room as this viewer sees it, in this language."""
    with translation.override(language):
        return render_to_string("games/_room.html", {"pov": pov})


def watchers(count: int, language: str) -> str:
    """How many watch, in words; nothing if nobody does."""
    with translation.override(language):
        return ngettext("%(count)d watching", "%(count)d watching", count) % {"count": count} if count else ""
