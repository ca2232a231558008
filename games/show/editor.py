"""Setting up a position: what nine symbols amount to, in words, and what each empty square is worth."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine.classic import CLASSIC
from games.engine.position import BLANK, Cell, ImpossiblePosition, Position, PositionError
from games.engine.variant import Variant
from games.show.squares import square_label
from games.show.verdicts import worth_in_words

IMPOSSIBLE = {
    PositionError.LENGTH: gettext_lazy("A position has nine symbols, one for each square."),
    PositionError.SYMBOLS: gettext_lazy("A position is written with X, O and _ only."),
    PositionError.COUNTS: gettext_lazy("X begins and they take turns, so there must be as many X as O, or one more."),
    PositionError.TWO_WINNERS: gettext_lazy("Both have three in a row; a game ends with the first."),
    PositionError.PLAYED_ON: gettext_lazy("One side has three in a row, yet the other has played on after that."),
}


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


@dataclass(frozen=True)
class EditorSquare:
    """A square of the editor: `after` is the whole position once it is clicked; `worth` is for the side to move."""

    cell: Cell
    mark: str
    after: str
    label: str
    worth: str
    winner: str

    @property
    def variant(self) -> int:
        return self.cell % 4


def squares_of(cells: str) -> tuple[EditorSquare, ...]:
    """The nine squares of a position in the making, possible or not. `cells` must be nine of X, O and _."""
    try:
        position = CLASSIC.position(cells)
    except ImpossiblePosition:
        position = None
    return tuple(_square(cells, cell, position) for cell in range(9))


def _square(cells: str, cell: Cell, position: Position | None) -> EditorSquare:
    mark = "" if cells[cell] == BLANK else cells[cell]
    following = {BLANK: "X", "X": "O", "O": BLANK}[cells[cell]]
    playable = position is not None and cell in position.legal_moves
    worth, winner = worth_in_words(CLASSIC.solver, position, cell) if playable else ("", "")
    return EditorSquare(
        cell,
        mark,
        cells[:cell] + following + cells[cell + 1 :],
        square_label(cell, mark, worth=worth),
        worth,
        winner,
    )
