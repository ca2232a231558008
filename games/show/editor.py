"""Setting up a position: what nine symbols amount to, in words, and what each empty square is worth."""

from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine.position import BLANK, Cell, ImpossiblePosition, Mark, Position, PositionError
from games.engine.variant import Variant
from games.show.board import Board, Square, mark_on
from games.show.squares import square_label
from games.show.verdicts import worths_in_words

IMPOSSIBLE = {
    PositionError.LENGTH: gettext_lazy("A position has nine symbols, one for each square."),
    PositionError.SYMBOLS: gettext_lazy("A position is written with X, O and _ only."),
    PositionError.COUNTS: gettext_lazy("X begins and they take turns, so there must be as many X as O, or one more."),
    PositionError.TWO_WINNERS: gettext_lazy("Both have three in a row; a game ends with the first."),
    PositionError.TWO_ROWS: gettext_lazy("Two rows are complete; a game ends with the first."),
    PositionError.PLAYED_ON: gettext_lazy("One side has three in a row, yet the other has played on after that."),
}


FOLLOWING: Final = {BLANK: Mark.X, Mark.X: Mark.O, Mark.O: BLANK}  # what a press makes of what stands on a square


def parse(variant: Variant, text: str) -> Position:
    """The position of a game that a text shows. Raises ValidationError with a sentence that says what is impossible."""
    try:
        return variant.position(text)
    except ImpossiblePosition as impossible:
        raise ValidationError(IMPOSSIBLE[impossible.reason]) from None


def state_of(position: Position) -> str:
    """How a position stands, in the words people know from the exercise: "Game not finished", "Draw", "X wins"."""
    if position.outcome is None:
        return _("Game not finished")
    if position.outcome.winner is None:
        return pgettext("result", "Draw")
    return _("%(mark)s wins") % {"mark": position.outcome.winner}


def board_of(variant: Variant, cells: str) -> Board:
    """The board of a position in the making, possible or not: each press changes one square. `cells` must have a symbol
    for each square."""
    try:
        worths = worths_in_words(variant, variant.position(cells))
    except ImpossiblePosition:
        worths = {}
    squares = (_square(cells, cell, *worths.get(cell, ("", ""))) for cell in range(variant.squares))
    return Board(tuple(squares), variant.columns, field="cells")


def _square(cells: str, cell: Cell, worth: str, winner: str) -> Square:
    mark = mark_on(cells[cell])
    after = cells[:cell] + FOLLOWING[cells[cell]] + cells[cell + 1 :]
    return Square(cell, mark, square_label(cell, mark, worth=worth), after, worth=worth, winner=winner)
