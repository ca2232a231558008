"""How the computer players are called and described on the pages. What they play is in `engine.opponents`."""

from typing import Final

from django.utils.translation import gettext_lazy as _

NAMES: Final = {
    "giveaway": _("Giveaway"),
    "easy": _("Easy"),
    "normal": _("Normal"),
    "medium": _("Medium"),
    "centre": _("Centre"),
    "corners": _("Corners"),
    "extreme-first": _("Almost Extreme"),
    "extreme": _("Extreme"),
    "bruteforce": _("Brute Force"),
    "hard": _("Hard"),
    "trickster": _("Trickster"),
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

ORIGINS: Final = {
    "giveaway": _("the solved game, turned round"),
    "easy": _("a beginner’s first program"),
    "normal": _("a student’s program, normal level"),
    "medium": _("an exercise’s medium level"),
    "centre": _("a tutorial’s rule list, gaps filled at random"),
    "corners": _("a tutorial’s rule list"),
    "extreme-first": _("a student’s program, extreme level"),
    "extreme": _("the same program, with its promise kept"),
    "bruteforce": _("a minimax exercise that tries everything"),
    "hard": _("a minimax exercise that counts moves"),
    "trickster": _("minimax, and then the odds; written here"),
}

# The nine squares of the picker on the first page, from gentle to unbeatable.
PICKER: Final = (
    *("easy", "normal", "medium"),
    *("extreme-first", "centre", "corners"),
    *("extreme", "hard", "trickster"),
)
