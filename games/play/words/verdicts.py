"""The worth of moves in words. The "in 2" of a win counts the winner's own moves: see `winner_after`."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.analysis import JudgedMove, Verdict, winner_after
from games.engine.ladder import rungs
from games.engine.position import Cell, Mark, Move, Position
from games.engine.solver import Value
from games.engine.variant import Variant
from games.play.words.marks import ink_of, mark_of
from games.play.words.rules import rules_of, side_name
from games.play.words.squares import moves_named


def worths_in_words(variant: Variant, position: Position) -> dict[Cell, tuple[str, str]]:
    """Map each square to `worth_in_words` of its best move, with the mark to write if that matters: "X: 1st wins in 2".
    Empty if the game is not solved."""
    solver = variant.solver
    if solver is None:
        return {}
    by_square = {}
    for square, moves in variant.moves_by_square(position).items():
        worths = {move: solver.worth_of(position, move) for move in moves}
        best = max(moves, key=lambda move: worths[move].order)
        words, winner = worth_in_words(variant, position, best)
        if len(set(worths.values())) > 1:
            # Translators: mark is what to write on a square, worth what that leads to: "X: 1st wins in 2", "O: draw".
            values = {"mark": position.play(best).cells[square], "worth": words}
            words = pgettext("what a square is worth", "%(mark)s: %(worth)s") % values
        by_square[square] = words, winner
    return by_square


def worth_in_words(variant: Variant, position: Position, move: Move) -> tuple[str, str]:
    """Return the result of a move under best play, "X wins in 2", and the ink of the winner's mark: "X", "O" or ""."""
    winner, moves = winner_after(position.turn, variant.solved.worth_of(position, move))
    if winner is None:
        return pgettext("what a square is worth", "draw"), ""
    side, mark = side_name(variant, winner), mark_of(variant, winner)
    ink = ink_of(mark) if mark else ""
    if not moves:
        return _("%(mark)s wins") % {"mark": side}, ink
    # Translators: shown in a square of the board, so it must be short; count is a number of moves.
    words = ngettext("%(mark)s wins in %(count)d", "%(mark)s wins in %(count)d", moves)
    return words % {"mark": side, "count": moves}, ink


def starting_in_words(variant: Variant) -> str:
    """Return the worth of starting a game; "" if the game is not solved."""
    if variant.solver is None:
        return ""
    return {
        Value.WIN: _("Whoever starts can always win."),
        Value.DRAW: _("With best play it is a draw."),
        Value.LOSS: _("Whoever goes second can always win."),
    }[variant.solver.worth(variant.start).value]


def learning_in_words(variant: Variant) -> str:
    """Return the title of the ladder, which teaches the first player's forced win; "" if there is none."""
    if not rungs(variant):
        return ""
    plies = rungs(variant)[-1].plies
    return ngettext("Learn the %(count)d-move win", "Learn the %(count)d-move win", plies) % {"count": plies}


def verdict_title(move: JudgedMove) -> str:
    """Return the verdict as a heading."""
    if move.verdict is Verdict.FINE:
        return _("Good, but slower") if move.worth.value is Value.WIN else _("Loses faster")
    return {
        Verdict.BEST: pgettext("verdict on a move", "Best"),
        Verdict.NO_WAY_OUT: _("No way out"),
        Verdict.GAVE_AWAY_DRAW: _("Turned a draw into a loss"),
        Verdict.MISSED_WIN: _("Missed a win"),
        Verdict.THREW_AWAY: _("Turned a win into a loss"),
    }[move.verdict]


def verdict_sentence(move: JudgedMove) -> str:
    """Return what a mistake gave away and which moves were better, or the effect of a good move."""
    if move.verdict in (Verdict.BEST, Verdict.NO_WAY_OUT):
        return _what_it_does(move)
    if move.verdict is Verdict.FINE:
        first, second = _what_it_does(move), _what_was_better(move)
    else:
        first, second = _what_was_better(move), _what_it_led_to(move)
    # Translators: two whole sentences, one after the other.
    return _("%(first)s %(second)s") % {"first": first, "second": second}


def verdict_without_better(move: JudgedMove) -> str:
    """Return what a move did, without the better moves."""
    return _what_it_led_to(move) if move.verdict.mistake else _what_it_does(move)


def refutation(move: JudgedMove) -> str:
    """Return how the other side answers a mistake."""
    winner, moves = winner_after(move.mark, move.worth)
    if move.after.outcome and winner:
        second = _("%(winner)s wins.") % {"winner": _side(move, winner)}
        return _("%(first)s %(second)s") % {"first": _how_it_ends(move), "second": second}
    if move.after.outcome:
        return _("Not that one: the board is full, and the win is gone.")
    squares = moves_named(move.variant, move.after, move.variant.solved.best_moves(move.after))
    left = moves - 1  # after the answer
    words = {"mark": _side(move, move.mark.other), "squares": squares, "count": left}
    if winner is None:
        # Translators: mark is X or O; squares is one or several: "top middle", "any corner".
        return _("%(mark)s marks %(squares)s, and the win is gone.") % words
    if not left:
        # Translators: mark is X or O; squares is one or several: "top middle", "any corner".
        return _("%(mark)s marks %(squares)s, and wins.") % words
    # Translators: as above; count is the number of moves that the side has left after that one.
    wrong = ngettext(
        "%(mark)s marks %(squares)s, and wins in %(count)d move.",
        "%(mark)s marks %(squares)s, and wins in %(count)d moves.",
        left,
    )
    return wrong % words


def _what_it_does(move: JudgedMove) -> str:
    """Return a sentence about a move that kept the value."""
    if move.after.outcome:
        return _how_it_ends(move)
    winner, moves = winner_after(move.mark, move.worth)
    words = {"mark": _side(move, winner), "count": moves}
    if move.worth.value is Value.LOSS:
        sentence = ngettext(
            "Already lost: %(mark)s wins in %(count)d move.", "Already lost: %(mark)s wins in %(count)d moves.", moves
        )
        return sentence % words
    only = len(move.variant.solved.keeping_moves(move.before)) == 1 < len(move.before.legal_moves)
    if winner is None:
        return _("The only way to keep the draw.") if only else _("Keeps the draw.")
    if not moves:
        return _("The only way to win.") if only else _("Wins: now every reply loses.")
    if only:
        sentence = ngettext(
            "The only way to win, in %(count)d move.", "The only way to win, in %(count)d moves.", moves
        )
        return sentence % words
    return ngettext("Wins in %(count)d move.", "Wins in %(count)d moves.", moves) % words


def _how_it_ends(move: JudgedMove) -> str:
    """Return a sentence about a move that ends the game."""
    assert move.after.outcome is not None
    return rules_of(move.variant).ending(move.after.outcome.termination)


def _what_was_better(move: JudgedMove) -> str:
    """Return a sentence about the moves that were better."""
    winner, moves = winner_after(move.mark, move.best)
    squares = moves_named(move.variant, move.before, move.better)
    words = {"squares": squares, "mark": _side(move, winner), "count": moves}
    if move.best.value is Value.DRAW:
        # Translators: squares is one or several: "top middle", "any corner".
        return _("Better: %(squares)s, to keep the draw.") % words
    if move.best.plies == 1:
        # Translators: squares is one or several: "top middle", "any corner".
        return _("Better: %(squares)s, to win at once.") % words
    if move.best.value is Value.LOSS:
        # Translators: squares is one or several; mark is the other side, which wins a little later.
        sentence = ngettext(
            "Better: %(squares)s, so that %(mark)s needs %(count)d move to win.",
            "Better: %(squares)s, so that %(mark)s needs %(count)d moves to win.",
            moves,
        )
        return sentence % words
    if not moves:
        # Translators: squares is one or several: "top middle", "any corner".
        return _("Better: %(squares)s. Then every reply loses.") % words
    # Translators: squares is one or several; count is the number of moves that the side has left after that one.
    sentence = ngettext(
        "Better: %(squares)s, then %(mark)s wins in %(count)d move.",
        "Better: %(squares)s, then %(mark)s wins in %(count)d moves.",
        moves,
    )
    return sentence % words


def _what_it_led_to(move: JudgedMove) -> str:
    """Return a sentence about the position after a mistake."""
    if move.after.outcome:
        return _how_it_ends(move)
    winner, moves = winner_after(move.mark, move.worth)
    if winner is None:
        return _("After this move it was a draw.")
    sentence = ngettext(
        "After this move %(mark)s could win in %(count)d move.",
        "After this move %(mark)s could win in %(count)d moves.",
        moves,
    )
    return sentence % {"mark": _side(move, winner), "count": moves}


def _side(move: JudgedMove, winner: Mark | None) -> str:
    return side_name(move.variant, winner) if winner else ""
