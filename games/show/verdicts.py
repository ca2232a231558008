"""What moves are worth and were worth, in words. "in N" counts the winner's own moves, as `winners_moves` says."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.analysis import JudgedMove, Verdict, winners_moves
from games.engine.position import Cell, Move, Position, Termination
from games.engine.solver import Solver, Value
from games.engine.symmetry import equal_moves
from games.engine.variant import Variant
from games.show.rules import rules_of
from games.show.squares import squares_named


def worths_in_words(variant: Variant, position: Position) -> dict[Cell, tuple[str, str]]:
    """What marking each square leads to, as `worth_in_words` says; nothing in a game that is not solved."""
    if variant.solver is None:
        return {}
    return {variant.square(move): worth_in_words(variant.solver, position, move) for move in position.legal_moves}


def worth_in_words(solver: Solver, position: Position, move: Move) -> tuple[str, str]:
    """What a move leads to under best play, "X wins in 2", and who wins: "X", "O" or nothing."""
    winner, moves = winners_moves(position.turn, solver.worth_of(position, move))
    if winner is None:
        return pgettext("what a square is worth", "draw"), ""
    if not moves:
        return _("%(mark)s wins") % {"mark": winner}, str(winner)
    # Translators: stands in a square of the board, so it must be short; count is a number of moves.
    words = ngettext("%(mark)s wins in %(count)d", "%(mark)s wins in %(count)d", moves)
    return words % {"mark": winner, "count": moves}, str(winner)


def verdict_title(move: JudgedMove) -> str:
    """The verdict as a heading."""
    if move.verdict is Verdict.FINE:
        return _("Fine, but slower") if move.worth.value is Value.WIN else _("Lost sooner")
    return {
        Verdict.BEST: pgettext("verdict on a move", "Best"),
        Verdict.GAVE_AWAY_DRAW: _("Turned a draw into a loss"),
        Verdict.MISSED_WIN: _("Missed a win"),
        Verdict.THREW_AWAY: _("Turned a win into a loss"),
    }[move.verdict]


def verdict_sentence(move: JudgedMove) -> str:
    """What was given away and what would have been better; of a good move, what it does."""
    if move.verdict is Verdict.BEST:
        return _what_it_does(move)
    if move.verdict is Verdict.FINE:
        first, second = _what_it_does(move), _what_was_better(move)
    else:
        first, second = _what_was_better(move), _what_it_led_to(move)
    # Translators: two whole sentences, one after the other.
    return _("%(first)s %(second)s") % {"first": first, "second": second}


def _what_it_does(move: JudgedMove) -> str:
    """A sentence on a move that has kept the value."""
    winner, moves = winners_moves(move.mark, move.worth)
    words = {"mark": winner, "count": moves}
    if move.after.outcome:
        return _how_it_ends(move)
    if move.worth.value is Value.LOSS:
        sentence = ngettext(
            "Already lost: %(mark)s wins in %(count)d move.", "Already lost: %(mark)s wins in %(count)d moves.", moves
        )
        return sentence % words
    keeping = move.solver.keeping_moves(move.before)
    only = keeping in equal_moves(move.variant, move.before) and len(keeping) < len(move.before.legal_moves)
    if winner is None:
        return _("The only way to keep the draw.") if only else _("Keeps the draw.")
    if only:
        sentence = ngettext(
            "The only way to win, in %(count)d move.", "The only way to win, in %(count)d moves.", moves
        )
        return sentence % words
    return ngettext("Wins in %(count)d move.", "Wins in %(count)d moves.", moves) % words


def _how_it_ends(move: JudgedMove) -> str:
    """A sentence on a move that ends the game."""
    assert move.after.outcome is not None
    if move.after.outcome.termination is Termination.REPEATED:
        return _("The same position for the third time.")
    return str(rules_of(move.variant).line) if move.after.outcome.winner else _("The board is full.")


def _what_was_better(move: JudgedMove) -> str:
    """A sentence on the best moves, where this was none of them."""
    winner, moves = winners_moves(move.mark, move.best)
    words = {"squares": squares_named(map(move.variant.square, move.better)), "mark": winner, "count": moves}
    if move.best.value is Value.DRAW:
        # Translators: squares is one or several: "top", "bottom or bottom right", "any corner".
        return _("Better: %(squares)s, to keep the draw.") % words
    if move.best.value is Value.LOSS:
        # Translators: squares is one or several; mark is the other side, which wins a little later.
        sentence = ngettext(
            "Better: %(squares)s, where %(mark)s needs %(count)d move.",
            "Better: %(squares)s, where %(mark)s needs %(count)d moves.",
            moves,
        )
        return sentence % words
    # Translators: squares is one or several: "top", "bottom or bottom right", "any corner".
    sentence = ngettext(
        "Better: %(squares)s, to win in %(count)d move.", "Better: %(squares)s, to win in %(count)d moves.", moves
    )
    return sentence % words


def _what_it_led_to(move: JudgedMove) -> str:
    """A sentence on what a mistake has left."""
    winner, moves = winners_moves(move.mark, move.worth)
    if winner is None:
        return _("After this move it was a draw again.")
    if move.after.outcome:
        return _how_it_ends(move)
    sentence = ngettext(
        "After this move %(mark)s could win in %(count)d move.",
        "After this move %(mark)s could win in %(count)d moves.",
        moves,
    )
    return sentence % {"mark": winner, "count": moves}
