"""The set-up page: its board, the state of the position, and what is wrong with an impossible one."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine.position import BLANK, Cell, ImpossiblePosition, Position, PositionError
from games.engine.variant import Variant
from games.play.words.board import Board, Square, squares_of
from games.play.words.rules import rules_of, side_name
from games.play.words.squares import ages_of, square_label
from games.play.words.verdicts import worths_in_words

IMPOSSIBLE = {
    PositionError.LENGTH: gettext_lazy("A position has nine symbols, one for each square."),
    PositionError.COUNTS: gettext_lazy(
        "X starts and the sides take turns, so there must be as many Xs as Os, or one more X."
    ),
    PositionError.TWO_WINNERS: gettext_lazy(
        "Both sides have three in a row, but a game ends as soon as one of them does."
    ),
    PositionError.TWO_ROWS: gettext_lazy("Two lines are complete, but a game ends with the first."),
    PositionError.PLAYED_ON: gettext_lazy("One side already has three in a row, but the other played on."),
}


def parse(variant: Variant, text: str) -> Position:
    """Parse a position. Raises ValidationError, with a sentence, if no game can lead to it."""
    try:
        return variant.position(text)
    except ImpossiblePosition as impossible:
        sentences = {**IMPOSSIBLE, PositionError.SYMBOLS: rules_of(variant).setting_up.wrong}
        # Positions with ages cannot be set up by hand, so one sentence is enough for them.
        why = _("No game can lead to this position.") if variant.ages else sentences[impossible.reason]
        raise ValidationError(why) from None


def state_of(variant: Variant, position: Position) -> str:
    """Return the state of a position: "Game not finished", "Draw" or "X wins", as in a programming exercise."""
    if position.outcome is None:
        return _("Game not finished")
    if position.outcome.winner is None:
        return pgettext("result", "Draw")
    return _("%(mark)s wins") % {"mark": side_name(variant, position.outcome.winner)}


def board_of(variant: Variant, cells: str) -> Board:
    """Return the editable board of a position, possible or not, from a symbol for each square."""
    try:
        worths = worths_in_words(variant, variant.position(cells))
    except ImpossiblePosition:
        worths = {}
    after = dict(zip(variant.symbols, variant.symbols[1:] + variant.symbols[:1], strict=True))

    def square(cell: Cell, symbol: str) -> Square:
        mark, (worth, winner) = symbol.replace(BLANK, ""), worths.get(cell, ("", ""))
        pressed = cells[:cell] + after[symbol] + cells[cell + 1 :]
        return Square(cell, mark, square_label(variant, cell, mark, worth=worth), pressed, worth=worth, winner=winner)

    squares = tuple(square(cell, symbol) for cell, symbol in enumerate(cells))
    return Board(squares, variant.columns, field="cells")


def read_only_board(variant: Variant, position: Position, *, worths: bool = True) -> Board:
    """Return the board of a position, without buttons. `worths` includes the worth of each square."""
    looks = {} if position.going is None else {position.going: "going"}
    in_words, ages = worths_in_words(variant, position) if worths else {}, ages_of(variant, position)
    return Board(squares_of(variant, position, position.cells, looks, worths=in_words, ages=ages), variant.columns)
