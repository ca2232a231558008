"""The name of each game, and its rules in words. To add a game, add an entry here."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.classic import CLASSIC
from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.position import Mark, Termination
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.engine.wild import WILD


@dataclass(frozen=True)
class MoveSentences:
    """Sentences for a move by the viewer, by a named player, and by a nameless opponent."""

    own: Any
    of: Any
    of_nameless: Any


MARKED: Final = MoveSentences(
    _("You marked %(square)s."), _("%(name)s marked %(square)s."), _("The other player marked %(square)s.")
)
WROTE: Final = MoveSentences(
    # Translators: mark is X or O, written on a square: "You played X top left."
    _("You played %(mark)s %(square)s."),
    # Translators: mark is X or O, written on a square: "Ada played X top left."
    _("%(name)s played %(mark)s %(square)s."),
    # Translators: mark is X or O, written on a square.
    _("The other player played %(mark)s %(square)s."),
)


BOARD_IS_FULL: Final = _("The board is full.")
THIRD_TIME: Final = _("The same position for the third time.")
WHICH_MARK: Final = _("Which mark is yours?")
WHICH_SIDE: Final = _("Which side is yours?")


@dataclass(frozen=True)
class SettingUp:
    """Texts of the set-up page: instructions, the label of the input, and the error for other symbols."""

    how: Any
    written: Any
    wrong: Any


BOTH_MARKS: Final = SettingUp(
    _("Press a square to change it: X, O, empty. Or type nine symbols, row by row from the top."),
    _("Nine symbols: X, O and _"),
    _("A position can only contain X, O and _."),
)
ONLY_X: Final = SettingUp(
    _("Press a square to change it: X, empty. Or type nine symbols, row by row from the top."),
    _("Nine symbols: X and _"),
    _("A position can only contain X and _ here."),
)


@dataclass(frozen=True)
class Picture:
    """A small board: each symbol names a drawing in _sprite.html, a capital letter a paler one. `along` is a drawing
    over the board, `label` its caption."""

    cells: str
    along: str = ""
    label: Any = ""


@dataclass(frozen=True)
class Rules:
    """The words of one game.

    `rule` is the game in one sentence, `short` a caption below a board, `preview` the text of link previews, `new_here`
    the text for an invited newcomer. `line`, `full` and `repeated` describe a move that ends a game in that way.
    `title` is the title of a page about the game; `invitation`, `invitation_of` and `against` are the titles of links
    to a room, with no name, one or two. `exactly` has the full rules, and `explained` the pictures beside them;
    `picture` is shown beside the name. `sides` are the names of the sides when players' names are not shown, the first
    side first, and `marks` the drawings of their marks, "" if neither side owns a mark. `move` has the sentences for a
    move. `going` is shown to the side to move if its move will remove one of its marks, `going_of_other` to everyone
    else. `your_side` asks someone to choose a side, and `setting_up` has the texts of the set-up page.
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
    exactly: Any
    explained: tuple[Picture, ...]
    picture: Picture
    sides: tuple[Any, Any] = ("X", "O")
    marks: tuple[str, str] = ("X", "O")
    move: MoveSentences = MARKED
    your_side: Any = WHICH_MARK
    setting_up: SettingUp = BOTH_MARKS
    going: Any = ""
    going_of_other: Any = ""
    full: Any = BOARD_IS_FULL
    repeated: Any = THIRD_TIME

    def ending(self, termination: Termination) -> str:
        """Return the sentence for an ending on the board."""
        sentence = {Termination.LINE: self.line, Termination.FULL: self.full, Termination.REPEATED: self.repeated}
        return str(sentence[termination])


# For games in which the marks do not distinguish the sides.
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
        exactly=_(
            "X and O take turns to mark an empty square. X starts. The first to get three in a row wins: across, "
            "down or diagonally. If all nine squares fill up without a line, the game is a draw."
        ),
        explained=(
            Picture("xxxOO____", label=pgettext_lazy("three in a row", "across")),
            Picture("oX_oX_o_X", label=pgettext_lazy("three in a row", "down")),
            Picture("xO_Ox___x", label=pgettext_lazy("three in a row", "corner to corner")),
            Picture("XOXXOOOXX", label=pgettext_lazy("below a picture", "a draw")),
        ),
        picture=Picture("o_xox_x__", along="win-of-x"),
    ),
    VANISHING.key: Rules(
        name=pgettext_lazy("a game among others", "Vanishing"),
        rule=_("Three marks each: your fourth removes your oldest."),
        short=_("Your fourth mark removes your oldest."),
        preview=_("Three marks each: your fourth removes your oldest. No app, no account."),
        new_here=_(
            "New here? Take turns to mark an empty square. Three marks each: your fourth removes your oldest. "
            "Three in a row wins."
        ),
        line=_("Three in a row."),
        title=_("Vanishing tic-tac-toe"),
        invitation=_("A friend invites you to play Vanishing: three marks each, your fourth removes your oldest"),
        invitation_of=_("%(name)s invites you to play Vanishing: three marks each, your fourth removes your oldest"),
        against=_("%(x)s against %(o)s at vanishing tic-tac-toe"),
        exactly=_(
            "Each side has at most three marks. Your fourth removes your oldest in the same move; only then do we "
            "check for three in a row. You can’t play on the square that is about to be cleared. If the same "
            "position comes up for the third time, with marks of the same ages and the same side to move, "
            "the game is a draw."
        ),
        explained=(
            Picture("X_oox__xo", label=pgettext_lazy("below a picture", "the faded X disappears next")),
            Picture("_xOOx__xO", label=pgettext_lazy("below a picture", "the fourth has removed it, and wins")),
        ),
        picture=Picture("X_oox__xo"),
        going=_("Your next mark removes the faded one."),
        going_of_other=_("The faded mark disappears with the next move."),
    ),
    MISERE.key: Rules(
        name=pgettext_lazy("a game among others", "Don’t make three"),
        rule=_("Three in a row loses."),
        short=_("Three in a row loses."),
        preview=_("Three in a row loses. No app, no account."),
        new_here=_("New here? Take turns to mark an empty square. Three in a row loses."),
        line=_("Three in a row, which loses here."),
        title=_("Don’t make three (misère tic-tac-toe)"),
        invitation=_("A friend invites you to play “Don’t make three”: three in a row loses"),
        invitation_of=_("%(name)s invites you to play “Don’t make three”: three in a row loses"),
        against=_("%(x)s against %(o)s at misère tic-tac-toe"),
        exactly=_(
            "X and O take turns to mark an empty square, as in the classic game, but whoever completes three of "
            "their own marks in a row loses. If all nine squares fill up without a line, the game is a draw."
        ),
        explained=(Picture("_o_xxxo__", along="loss", label=pgettext_lazy("below a picture", "X has lost")),),
        picture=Picture("_o_xxxo__", along="loss"),
    ),
    NOTAKTO.key: Rules(
        name=pgettext_lazy("a game among others", "Only X"),
        rule=_("You both play X. Three in a row loses."),
        short=_("You both play X: three in a row loses."),
        preview=_("You both play X. Three in a row loses. No app, no account."),
        new_here=_(
            "New here? Take turns to play X on an empty square. Whoever completes three in a row loses, no matter "
            "who played the others."
        ),
        line=_("Three in a row, which loses here."),
        title=_("Only X (Notakto)"),
        invitation=_("A friend invites you to play “Only X”: you both play X, three in a row loses"),
        invitation_of=_("%(name)s invites you to play “Only X”: you both play X, three in a row loses"),
        against=_("%(x)s against %(o)s at Only X"),
        exactly=_(
            "Both players play X. The two colours only show who played what. Whoever completes three in a row "
            "loses, no matter who played the others. There are no draws."
        ),
        explained=(
            Picture("x_h_hx___", label=pgettext_lazy("below a picture", "nobody has lost yet")),
            Picture("__hxhx_x_", along="loss", label=pgettext_lazy("below a picture", "the last X has lost")),
        ),
        picture=Picture("x_h_hx___"),
        sides=FIRST_AND_SECOND,
        your_side=WHICH_SIDE,
        setting_up=ONLY_X,
        marks=("X", "H"),
    ),
    WILD.key: Rules(
        name=pgettext_lazy("a game among others", "Wild"),
        rule=_("Play X or O, your choice. Three of the same in a row wins."),
        short=_("Three of the same in a row wins."),
        preview=_("Play X or O, your choice. Three of the same in a row wins. No app, no account."),
        new_here=_(
            "New here? Take turns to play X or O, your choice, on an empty square. Three of the same in a row wins."
        ),
        line=_("Three of the same in a row."),
        title=_("Wild tic-tac-toe"),
        invitation=_("A friend invites you to play Wild: X or O, three of the same in a row wins"),
        invitation_of=_("%(name)s invites you to play Wild: X or O, three of the same in a row wins"),
        against=_("%(x)s against %(o)s at wild tic-tac-toe"),
        exactly=_(
            "Each turn you play X or O, your choice, on an empty square. Whoever completes three of the same in a "
            "row wins, no matter who played the others. If all nine squares fill up without a line, the game is a "
            "draw."
        ),
        explained=(
            Picture("x_o_ox_xo", label=pgettext_lazy("below a picture", "nobody has won yet")),
            Picture("X_o_oXoXO", label=pgettext_lazy("below a picture", "the last O has won")),
        ),
        picture=Picture("x_o_ox_xo"),
        sides=FIRST_AND_SECOND,
        marks=("", ""),
        move=WROTE,
        your_side=WHICH_SIDE,
    ),
}


def rules_of(variant: Variant) -> Rules:
    return RULES[variant.key]


def side_name(variant: Variant, mark: str) -> str:
    """Return the name of a side, whoever plays it: its mark, or "1st" or "2nd"."""
    return str(rules_of(variant).sides[list(Mark).index(Mark(mark))])


def name_unless_usual(variant: Variant) -> str:
    """Return the name of a game; "" for the classic one."""
    return "" if variant is CLASSIC else str(rules_of(variant).name)


def choice_of_games(chosen: Variant) -> list[dict[str, Any]]:
    """Return the games to choose from, in order."""
    return [{"key": key, "rules": rules_of(one), "chosen": one is chosen} for key, one in VARIANTS.items()]
