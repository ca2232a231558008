"""Names and descriptions of the computer players. Their policies are in the engine, in the module of each game."""

from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.classic import CLASSIC
from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.robots import is_robot
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.wild import WILD


@dataclass(frozen=True)
class ComputerPlayer:
    """A computer player's name, character and origin in one game; `origin` follows "Based on:".

    `place` is its square in the picker of the home page, from gentle to unbeatable; 0 if it has none. `overrated` means
    that it is said to be unbeatable, but is not.
    """

    name: Any
    character: Any
    origin: Any
    place: int = 0
    overrated: bool = False


EASY: Final = ComputerPlayer(
    pgettext_lazy("computer player", "Easy"),
    _("Marks any empty square without looking."),
    pgettext_lazy("origin of a computer player", "the easy level of Hyperskill’s project “Tic-Tac-Toe with AI”"),
    place=1,
)
MEDIUM: Final = ComputerPlayer(
    pgettext_lazy("computer player", "Medium"),
    _("Takes a win, blocks a win, otherwise guesses. A fork beats it."),
    pgettext_lazy("origin of a computer player", "the medium level of Hyperskill’s project “Tic-Tac-Toe with AI”"),
    place=3,
)
HARD: Final = ComputerPlayer(
    pgettext_lazy("computer player", "Hard"),
    _("Wins as fast as it can, but sets no traps."),
    pgettext_lazy(
        "origin of a computer player", "the hard level of Hyperskill’s project “Tic-Tac-Toe with AI”, counting moves"
    ),
    place=9,
)
TRICKSTER: Final = ComputerPlayer(
    pgettext_lazy("computer player", "Trickster"),
    _("Sets traps. A careful player draws."),
    pgettext_lazy("origin of a computer player", "minimax, then the odds; made for this site"),
)


# Even perfect play can be beaten if the side that starts can always win.
FAST_BUT_SECOND: Final = _("Wins as fast as it can. You can beat it only if you start.")
TRICKY_BUT_SECOND: Final = _("Sets traps. You can beat it only if you start.")


def _easy_to_trickster(
    medium: Any, hard: Any = FAST_BUT_SECOND, trickster: Any = TRICKY_BUT_SECOND
) -> dict[str, ComputerPlayer]:
    """Return the four computer players of a game other than the classic one, with the characters of three of them."""
    here = pgettext_lazy("origin of a computer player", "perfect play; made for this site")
    return {
        "easy": EASY,
        "medium": replace(MEDIUM, character=medium, origin=here, place=2),
        "hard": replace(HARD, character=hard, origin=here, place=3),
        "trickster": replace(TRICKSTER, character=trickster, origin=here, place=4),
    }


# By game and key, each game from gentle to perfect.
PLAYERS: Final[dict[str, dict[str, ComputerPlayer]]] = {
    CLASSIC.key: {
        "giveaway": ComputerPlayer(
            pgettext_lazy("computer player", "Giveaway"),
            _("Tries hard to lose, and never wins."),
            pgettext_lazy(
                "origin of a computer player",
                "the hard level of Hyperskill’s project “Tic-Tac-Toe with AI”, turned upside down",
            ),
        ),
        "easy": EASY,
        "normal": ComputerPlayer(
            pgettext_lazy("computer player", "Normal"),
            _("Its first reply is on an edge. After that you can always beat it."),
            pgettext_lazy(
                "origin of a computer player",
                "the normal level of Jason Yang’s “Python-Tic_Tae_Toe”, 2024 (its text under CC BY-NC-SA 4.0)",
            ),
            place=2,
        ),
        "medium": MEDIUM,
        "centre": ComputerPlayer(
            pgettext_lazy("computer player", "Centre"),
            _("Centre first, then edges, nearly always the same way. Learn it and win."),
            pgettext_lazy("origin of a computer player", "a tutorial at speakpython.codes, its gaps filled at random"),
            place=5,
        ),
        "corners": ComputerPlayer(
            pgettext_lazy("computer player", "Corners"),
            _("Loves corners, even when it needs the centre."),
            pgettext_lazy("origin of a computer player", "Caleb Sawe’s list of rules"),
            place=6,
        ),
        "extreme-first": ComputerPlayer(
            pgettext_lazy("computer player", "Almost Extreme"),
            _("Said to be unbeatable. It is not: it overlooks threats."),
            pgettext_lazy(
                "origin of a computer player",
                "the extreme level of Jason Yang’s “Python-Tic_Tae_Toe”, 2024 (its text under CC BY-NC-SA 4.0)",
            ),
            place=4,
            overrated=True,
        ),
        "extreme": ComputerPlayer(
            pgettext_lazy("computer player", "Extreme"),
            _("Almost Extreme, with its mistakes fixed. It still misses quick wins."),
            pgettext_lazy("origin of a computer player", "Jason Yang’s extreme level, with its promise kept"),
            place=7,
        ),
        "bruteforce": ComputerPlayer(
            pgettext_lazy("computer player", "Brute Force"),
            _("Always plays the same way, and is in no hurry to win."),
            pgettext_lazy("origin of a computer player", "a programmer’s holiday notes"),
            place=8,
        ),
        "hard": HARD,
        "trickster": TRICKSTER,
    },
    VANISHING.key: _easy_to_trickster(_("Takes a win, prevents a loss, otherwise guesses.")),
    MISERE.key: _easy_to_trickster(
        _("Avoids three in a row if it can, otherwise guesses."), HARD.character, TRICKSTER.character
    ),
    NOTAKTO.key: _easy_to_trickster(_("Avoids three in a row if it can, otherwise guesses.")),
    WILD.key: _easy_to_trickster(_("Takes a win, prevents a loss, otherwise guesses.")),
}


def players_of(variant: Variant) -> dict[str, ComputerPlayer]:
    """Return the computer players of a game by key."""
    return PLAYERS[variant.key]


def names() -> dict[str, Any]:
    """Return the names of the computer players of all games, by key. The same name may occur in several games."""
    return {key: player.name for players in PLAYERS.values() for key, player in players.items()}


def called(key: str, name: str = "") -> str:
    """Return the name of a computer player; for a robot its given name or its rules; for a removed one its key."""
    if key in names():
        return str(names()[key])
    if is_robot(key):
        # Translators: a robot without a name, and its rules as letters: "Robot wbf".
        return name or str(_("Robot %(rules)s") % {"rules": key})
    return key.replace("-", " ").capitalize()
