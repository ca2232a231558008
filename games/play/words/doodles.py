"""Doodles in words, and as a slip of paper beside the sender's name plate."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.play.selectors.doodles import Doodle
from games.play.words.pov import Pov


def said(pov: Pov, doodle: Doodle) -> str:
    """Return the announcement of a doodle for screen readers."""
    own = doodle.mark == pov.me
    name = pgettext("in place of a name", "You") if own else pov.name(doodle.mark)
    # Translators: a doodle's sender and meaning: "Ada: Nice move".
    return _("%(name)s: %(words)s") % {"name": name, "words": doodle.drawing.label}


def slip(doodle: Doodle) -> SafeString:
    """Render a doodle on its slip of paper."""
    shown = {"mark": doodle.mark, "drawing": doodle.drawing, "words": doodle.drawing.label}
    return render_to_string("play/_slip.html", shown)
