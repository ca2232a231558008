"""How the computer players are called and described on the pages. What they play is in `engine.opponents`.

One may be taken out again: its games stay, and are called by `called`.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

NAMES: Final = {
    "giveaway": pgettext_lazy("computer player", "Giveaway"),
    "easy": pgettext_lazy("computer player", "Easy"),
    "normal": pgettext_lazy("computer player", "Normal"),
    "medium": pgettext_lazy("computer player", "Medium"),
    "centre": pgettext_lazy("computer player", "Centre"),
    "corners": pgettext_lazy("computer player", "Corners"),
    "extreme-first": pgettext_lazy("computer player", "Almost Extreme"),
    "extreme": pgettext_lazy("computer player", "Extreme"),
    "bruteforce": pgettext_lazy("computer player", "Brute Force"),
    "hard": pgettext_lazy("computer player", "Hard"),
    "trickster": pgettext_lazy("computer player", "Trickster"),
}

CHARACTERS: Final = {
    "giveaway": _("Tries hard to lose, and never wins."),
    "easy": _("Marks any empty square without looking."),
    "normal": _("Blocks and grabs, but first answers on an edge."),
    "medium": _("Takes a win, blocks a win, otherwise guesses."),
    "centre": _("Centre first, then edges. Nearly always the same way."),
    "corners": _("Loves corners. Never looks two moves ahead."),
    "extreme-first": _("Said to be unbeatable. It is not."),
    "extreme": _("The same again, with its mistakes mended."),
    "bruteforce": _("Knows every game. In no hurry to win."),
    "hard": _("Knows every game. Wins the shortest way."),
    "trickster": _("Knows every game, and sets traps in them."),
}

# What follows "From:".
ORIGINS: Final = {
    "giveaway": pgettext_lazy("origin of a computer player", "the solved game, turned round"),
    "easy": pgettext_lazy("origin of a computer player", "a beginner’s first program"),
    "normal": pgettext_lazy("origin of a computer player", "a student’s program, normal level"),
    "medium": pgettext_lazy("origin of a computer player", "an exercise’s medium level"),
    "centre": pgettext_lazy("origin of a computer player", "a tutorial’s rule list, gaps filled at random"),
    "corners": pgettext_lazy("origin of a computer player", "a tutorial’s rule list"),
    "extreme-first": pgettext_lazy("origin of a computer player", "a student’s program, extreme level"),
    "extreme": pgettext_lazy("origin of a computer player", "the same program, with its promise kept"),
    "bruteforce": pgettext_lazy("origin of a computer player", "a minimax exercise that tries everything"),
    "hard": pgettext_lazy("origin of a computer player", "a minimax exercise that counts moves"),
    "trickster": pgettext_lazy("origin of a computer player", "minimax, and then the odds; written here"),
}

# The nine squares of the picker on the first page, from gentle to unbeatable.
PICKER: Final = (
    *("easy", "normal", "medium"),
    *("extreme-first", "centre", "corners"),
    *("extreme", "hard", "trickster"),
)


def called(key: str) -> str:
    """The name of a computer player; of one that no longer plays here, what is left of it: its key."""
    return str(NAMES[key]) if key in NAMES else key.replace("-", " ").capitalize()
