"""What moves are worth and were worth, in words. "in N" counts the winner's own moves, as `winners_moves` says."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.analysis import JudgedMove, Verdict, winners_moves
from games.engine.position import Cell, Position
from games.engine.solver import Value, keeping_moves, worth_of
from games.engine.symmetry import equal_moves
from games.squares import squares_named


def worth_in_words(position: Position, cell: Cell) -> tuple[str, str]:
    """What marking a cell leads to under best play, "X wins in 2", and who wins: "X", "O" or nothing."""
    winner, moves = winners_moves(position.turn, worth_of(position, cell))
    if winner is None:
        return _("draw"), ""
    words = ngettext("%(mark)s wins in %(count)d", "%(mark)s wins in %(count)d", moves)
    return words % {"mark": winner, "count": moves}, str(winner)


def verdict_title(move: JudgedMove) -> str:
    """The verdict as a heading."""
    if move.verdict is Verdict.FINE:
        return _("Fine, but slower") if move.worth.value is Value.WIN else _("Lost sooner")
    return {
        Verdict.BEST: _("Best"),
        Verdict.GAVE_AWAY_DRAW: _("Gave away a draw"),
        Verdict.MISSED_WIN: _("Missed a win"),
        Verdict.THREW_AWAY: _("Threw away the game (win to loss)"),
    }[move.verdict]


def verdict_sentence(move: JudgedMove) -> str:
    """What was given away and what would have held; of a good move, what it does."""
    if move.verdict is Verdict.BEST:
        return _what_it_does(move)
    if move.verdict is Verdict.FINE:
        return f"{_what_it_does(move)} {_what_would_have(move)}"
    return f"{_what_would_have(move)} {_what_it_led_to(move)}"


def _what_it_does(move: JudgedMove) -> str:
    """A sentence on a move that has kept the value."""
    winner, moves = winners_moves(move.mark, move.worth)
    words = {"mark": winner, "count": moves}
    if move.worth.plies == 1:
        return _("Three in a row.") if winner else _("The board is full.")
    if move.worth.value is Value.LOSS:
        return (
            ngettext("Already lost: %(mark)s wins in %(count)d.", "Already lost: %(mark)s wins in %(count)d.", moves)
            % words
        )
    keeping = keeping_moves(move.before)
    only = keeping in equal_moves(move.before) and len(keeping) < len(move.before.legal_moves)
    if winner is None:
        return _("The only way to keep the draw.") if only else _("Keeps the draw.")
    if only:
        return ngettext("The only way to win, in %(count)d.", "The only way to win, in %(count)d.", moves) % words
    return ngettext("Wins in %(count)d.", "Wins in %(count)d.", moves) % words


def _what_would_have(move: JudgedMove) -> str:
    """A sentence on the best moves, where this was none of them."""
    _winner, moves = winners_moves(move.mark, move.best)
    words = {"squares": capfirst(squares_named(move.better)), "count": moves}
    if move.best.value is Value.DRAW:
        return _("%(squares)s would have kept the draw.") % words
    if move.best.value is Value.LOSS:
        return (
            ngettext(
                "%(squares)s would have put that off, to %(count)d.",
                "%(squares)s would have put that off, to %(count)d.",
                moves,
            )
            % words
        )
    return (
        ngettext("%(squares)s would have won in %(count)d.", "%(squares)s would have won in %(count)d.", moves) % words
    )


def _what_it_led_to(move: JudgedMove) -> str:
    """A sentence on what a mistake has left."""
    winner, moves = winners_moves(move.mark, move.worth)
    if winner is None:
        return _("After this move it was a draw again.")
    return ngettext(
        "After this move %(mark)s could win in %(count)d.", "After this move %(mark)s could win in %(count)d.", moves
    ) % {"mark": winner, "count": moves}
