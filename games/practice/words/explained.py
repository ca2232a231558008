"""The explanation of an answer: its idea, and best play after it as a row of small boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.motifs import Motif
from games.engine.position import Line, Move, Position, positions_after
from games.engine.variant import Variant
from games.play.words.marks import small
from games.play.words.rules import rules_of, side_name
from games.play.words.squares import move_label

SMALL, LARGE = 20, 100  # the width of a square of a small and a large board, in SVG units


@dataclass(frozen=True)
class Theme:
    """The name of a motif, and a sentence on how a right move works."""

    name: Any
    idea: Any


# Translators: in the sentences below, side and other are what the two sides of a game are called, "X" or "1st".
THEMES: Final = {
    Motif.LINE: Theme(pgettext_lazy("theme of puzzles", "Win at once"), ""),
    Motif.BLOCK: Theme(
        pgettext_lazy("theme of puzzles", "Block"),
        gettext_lazy("Block: after any other move, %(other)s wins on this square."),
    ),
    Motif.BLOCK_AND_THREATEN: Theme(
        pgettext_lazy("theme of puzzles", "Block and threaten"),
        gettext_lazy("Block and threaten: this move stops %(other)s, and %(side)s threatens to win."),
    ),
    Motif.FORK: Theme(
        pgettext_lazy("theme of puzzles", "Fork"),
        gettext_lazy("Fork: %(side)s threatens to win in two ways, and %(other)s can stop only one."),
    ),
    Motif.TEMPO: Theme(
        pgettext_lazy("theme of puzzles", "Tempo"),
        gettext_lazy("Tempo: %(side)s threatens to win, so %(other)s has only one answer."),
    ),
    Motif.SYMMETRY: Theme(
        pgettext_lazy("theme of puzzles", "Symmetry"),
        gettext_lazy("Symmetry: from here on, %(side)s can mirror each move of %(other)s."),
    ),
    Motif.ZUGZWANG: Theme(
        pgettext_lazy("theme of puzzles", "Zugzwang"),
        gettext_lazy("Zugzwang: %(other)s must move, and would not lose if passing were allowed."),
    ),
    Motif.WIN: Theme(
        pgettext_lazy("theme of puzzles", "Forced win"),
        gettext_lazy("Forced win: whatever %(other)s does, %(side)s wins."),
    ),
    Motif.DRAW: Theme(pgettext_lazy("theme of puzzles", "Defence"), gettext_lazy("Defence: the other moves lose.")),
}


def steps_of(variant: Variant, position: Position, moves: Sequence[Move]) -> list[dict[str, Any]]:
    """Return each of these moves, played from a position: the `cells` of a small board after it, the square that the
    next move clears (`going`), if any, and the move in words. `end` says how the move ends the game, if it does; then
    `line` is the path of the deciding line, if any, and `ink` its colour."""
    positions = positions_after(position, moves)
    return [_step(variant, positions[: count + 1], moves[:count]) for count in range(1, len(positions))]


def stroke(line: Line, columns: int, width: int) -> str:
    """Return the SVG path along a line of squares of this width."""
    ends = ((cell % columns * width + width // 2, cell // columns * width + width // 2) for cell in (line[0], line[-1]))
    return "M{} {}L{} {}".format(*(place for end in ends for place in end))


def _step(variant: Variant, positions: Sequence[Position], moves: Sequence[Move]) -> dict[str, Any]:
    """Return the last of these moves."""
    before, after, cell = positions[-2], positions[-1], variant.square(moves[-1])
    words, outcome = move_label(variant, after.cells[cell], cell), after.outcome
    if (side := side_name(variant, before.turn)) != after.cells[cell]:
        # Translators: a move in a game in which marks do not tell the sides apart: "1st: X top left".
        words = _("%(side)s: %(move)s") % {"side": side, "move": words}
    cells = small(variant, positions, moves)
    if outcome is None:
        return {"cells": cells, "going": after.going, "words": words}
    end = rules_of(variant).ending(outcome.termination)
    if outcome.winner:
        end = _("%(winner)s wins.") % {"winner": side_name(variant, outcome.winner)}
    line = stroke(outcome.line, variant.columns, SMALL) if outcome.line else ""
    ink = cells[cell] if outcome.line_wins else "scribble"
    return {"cells": cells, "words": words, "end": end, "line": line, "ink": ink}
