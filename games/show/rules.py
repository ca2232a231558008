"""What each game is called, and its rules in words. Another game is one more row here."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.classic import CLASSIC
from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.position import Mark
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.engine.wild import WILD


@dataclass(frozen=True)
class Telling:
    """How a move is told: of the viewer, of somebody with a name, and of an opponent without one."""

    own: Any
    of: Any
    of_nameless: Any


MARKED: Final = Telling(
    _("You marked %(square)s."), _("%(name)s marked %(square)s."), _("The other player marked %(square)s.")
)
WROTE: Final = Telling(
    # Translators: mark is X or O, written on a square: "You wrote X top left."
    _("You wrote %(mark)s %(square)s."),
    # Translators: mark is X or O, written on a square: "Ada wrote X top left."
    _("%(name)s wrote %(mark)s %(square)s."),
    # Translators: mark is X or O, written on a square.
    _("The other player wrote %(mark)s %(square)s."),
)


@dataclass(frozen=True)
class Rules:
    """The words of one game.

    `rule` is the whole game in one sentence, `short` what fits below a board of it; `preview` says the rule below a
    link, `new_here` to somebody who is invited.
    `line` is said of the move that ends a game by a line. `title` is what the game is called on a page of its own;
    `invitation`, `invitation_of` and `against` are titles of links to a room, of nobody, of somebody and of two.
    `sides` are what the sides are called where nobody's name stands, the one that begins first; `move` tells a move.
    """

    name: Any
    rule: Any
    short: Any
    preview: Any
    new_here: Any
    line: Any
    title: Any
    invitation: Any
    invitation_of: Any
    against: Any
    sides: tuple[Any, Any] = ("X", "O")
    move: Telling = MARKED


# Of games in which no mark is anybody's.
FIRST_AND_SECOND: Final = (
    # Translators: a side of a game, as in "1st wins in 2" and "You are 1st".
    pgettext_lazy("a side of a game", "1st"),
    # Translators: a side of a game, as in "2nd wins in 2" and "You are 2nd".
    pgettext_lazy("a side of a game", "2nd"),
)
RULES: Final[dict[str, Rules]] = {
    CLASSIC.key: Rules(
        name=pgettext_lazy("a game among others", "Classic"),
        rule=_("Three in a row wins."),
        short=_("Three in a row wins."),
        preview=_("Three in a row wins. No app, no account."),
        new_here=_("New here? Take turns to mark an empty square. Three in a row wins."),
        line=_("Three in a row."),
        title=_("Tic-tac-toe"),
        invitation=_("A friend invites you to play tic-tac-toe"),
        invitation_of=_("%(name)s invites you to play tic-tac-toe"),
        against=_("%(x)s against %(o)s at tic-tac-toe"),
    ),
    VANISHING.key: Rules(
        name=pgettext_lazy("a game among others", "Vanishing"),
        rule=_("Three marks each: your fourth lifts your oldest."),
        short=_("Your fourth mark lifts your oldest."),
        preview=_("Three marks each: your fourth lifts your oldest. No app, no account."),
        new_here=_(
            "New here? Take turns to mark an empty square. Three marks each: your fourth lifts your oldest. "
            "Three in a row wins."
        ),
        line=_("Three in a row."),
        title=_("Vanishing tic-tac-toe"),
        invitation=_("A friend invites you to play Vanishing: three marks each, your fourth lifts your oldest"),
        invitation_of=_("%(name)s invites you to play Vanishing: three marks each, your fourth lifts your oldest"),
        against=_("%(x)s against %(o)s at vanishing tic-tac-toe"),
    ),
    MISERE.key: Rules(
        name=pgettext_lazy("a game among others", "Misère"),
        rule=_("Three in a row loses."),
        short=_("Three in a row loses."),
        preview=_("Three in a row loses. No app, no account."),
        new_here=_("New here? Take turns to mark an empty square. Three in a row loses."),
        line=_("Three in a row, which loses here."),
        title=_("Misère tic-tac-toe"),
        invitation=_("A friend invites you to play misère: three in a row loses"),
        invitation_of=_("%(name)s invites you to play misère: three in a row loses"),
        against=_("%(x)s against %(o)s at misère tic-tac-toe"),
    ),
    NOTAKTO.key: Rules(
        name=pgettext_lazy("a game among others", "Notakto"),
        rule=_("Everybody writes X. Three in a row loses."),
        short=_("All write X. Three in a row loses."),
        preview=_("Everybody writes X. Three in a row loses. No app, no account."),
        new_here=_("New here? Take turns to write X on an empty square. Three in a row loses, whoever wrote them."),
        line=_("Three in a row, which loses here."),
        title=_("Notakto"),
        invitation=_("A friend invites you to play Notakto: everybody writes X, three in a row loses"),
        invitation_of=_("%(name)s invites you to play Notakto: everybody writes X, three in a row loses"),
        against=_("%(x)s against %(o)s at Notakto"),
        sides=FIRST_AND_SECOND,
    ),
    WILD.key: Rules(
        name=pgettext_lazy("a game among others", "Wild"),
        rule=_("Write X or O, as you like. Three alike in a row wins."),
        short=_("Three alike in a row wins."),
        preview=_("Write X or O, as you like. Three alike in a row wins. No app, no account."),
        new_here=_("New here? Take turns to write X or O, as you like, on an empty square. Three alike in a row wins."),
        line=_("Three alike in a row."),
        title=_("Wild tic-tac-toe"),
        invitation=_("A friend invites you to play Wild: write X or O, three alike in a row wins"),
        invitation_of=_("%(name)s invites you to play Wild: write X or O, three alike in a row wins"),
        against=_("%(x)s against %(o)s at wild tic-tac-toe"),
        sides=FIRST_AND_SECOND,
        move=WROTE,
    ),
}


def rules_of(variant: Variant) -> Rules:
    return RULES[variant.key]


def side_name(variant: Variant, mark: str) -> str:
    """What a side of a game is called where no name stands: its mark, or which one it is."""
    return str(rules_of(variant).sides[list(Mark).index(Mark(mark))])


def name_unless_usual(variant: Variant) -> str:
    """The name of a game, where it is said because it is not the one that everybody expects; else nothing."""
    return "" if variant is CLASSIC else str(rules_of(variant).name)


@dataclass(frozen=True)
class Choice:
    """One of several games to choose from."""

    key: str
    rules: Rules
    chosen: bool


def choice_of_games(chosen: Variant) -> list[Choice]:
    """The games to choose from, in their order; none as long as there is only one."""
    if len(VARIANTS) == 1:
        return []
    return [Choice(key, rules_of(variant), variant is chosen) for key, variant in VARIANTS.items()]
