"""How the computer players are called on the pages. What they play is in `engine.opponents`."""

from django.utils.translation import gettext_lazy as _

NAMES = {
    "easy": _("Easy"),
    "medium": _("Medium"),
    "hard": _("Hard"),
}

CHARACTERS = {
    "easy": _("Marks any empty square."),
    "medium": _("Takes a win, blocks a win, otherwise guesses."),
    "hard": _("Never loses."),
}
