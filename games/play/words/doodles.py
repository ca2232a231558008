"""Doodles in words, and as a slip of paper beside the sender's name plate."""

from typing import Final

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from games.play.selectors.doodles import Doodle, Drawing
from games.play.words.pov import Pov

WORDS: Final = {
    Drawing.HELLO: pgettext_lazy("a drawing shown to the other player", "Hello"),
    Drawing.NICE: pgettext_lazy("a drawing shown to the other player", "Nice move"),
    Drawing.OH: pgettext_lazy("a drawing shown to the other player", "Oh!"),
    Drawing.OOPS: pgettext_lazy("a drawing shown to the other player", "Oops"),
    Drawing.THINK: pgettext_lazy("a drawing shown to the other player", "Let me think"),
    Drawing.GOOD: pgettext_lazy("a drawing shown to the other player", "Good game"),
}


def said(pov: Pov, doodle: Doodle) -> str:
    """Return the announcement of a doodle for screen readers."""
    own = doodle.mark == pov.me
    name = pgettext("in place of a name", "You") if own else pov.name(doodle.mark)
    # Translators: a doodle's sender and meaning: "Ada: Nice move".
    return _("%(name)s: %(words)s") % {"name": name, "words": WORDS[doodle.drawing]}


def slip(doodle: Doodle, language: str) -> SafeString:
    """Render a doodle on its slip of paper."""
    with translation.override(language):
        shown = {"mark": doodle.mark, "drawing": doodle.drawing, "words": WORDS[doodle.drawing]}
        return render_to_string("play/_slip.html", shown)
