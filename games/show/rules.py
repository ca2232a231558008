"""What each game is called, and its rules in words. Another game is one more row here."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.classic import CLASSIC
from games.engine.misere import MISERE
from games.engine.variant import Variant
from games.engine.variants import VARIANTS


@dataclass(frozen=True)
class Rules:
    """The words of one game.

    `rule` is the whole game in one sentence; `preview` says it below a link, `new_here` to somebody who is invited.
    `line` is said of the move that ends a game by a line. `title` is what the game is called on a page of its own;
    `invitation`, `invitation_of` and `against` are titles of links to a room, of nobody, of somebody and of two.
    """

    name: Any
    rule: Any
    preview: Any
    new_here: Any
    line: Any
    title: Any
    invitation: Any
    invitation_of: Any
    against: Any


RULES: Final[dict[str, Rules]] = {
    CLASSIC.key: Rules(
        name=pgettext_lazy("a game among others", "Classic"),
        rule=_("Three in a row wins."),
        preview=_("Three in a row wins. No app, no account."),
        new_here=_("New here? Take turns to mark an empty square. Three in a row wins."),
        line=_("Three in a row."),
        title=_("Tic-tac-toe"),
        invitation=_("A friend invites you to play tic-tac-toe"),
        invitation_of=_("%(name)s invites you to play tic-tac-toe"),
        against=_("%(x)s against %(o)s at tic-tac-toe"),
    ),
    MISERE.key: Rules(
        name=pgettext_lazy("a game among others", "Misère"),
        rule=_("Three in a row loses."),
        preview=_("Three in a row loses. No app, no account."),
        new_here=_("New here? Take turns to mark an empty square. Three in a row loses."),
        line=_("Three in a row, which loses here."),
        title=_("Misère tic-tac-toe"),
        invitation=_("A friend invites you to play misère: three in a row loses"),
        invitation_of=_("%(name)s invites you to play misère: three in a row loses"),
        against=_("%(x)s against %(o)s at misère tic-tac-toe"),
    ),
}


def rules_of(variant: Variant) -> Rules:
    return RULES[variant.key]


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
