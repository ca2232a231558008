"""Why an answer is right or wrong: its idea, and best play after it as a row of small boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.motifs import Motif
from games.engine.position import Line, Move, Position, positions_after
from games.engine.variant import Variant
from games.play.words.marks import drawn
from games.play.words.rules import rules_of, side_name
from games.play.words.squares import move_label
from games.play.words.strip import EMPTY, in_ink, marks_on, paler

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


@dataclass(frozen=True)
class Step:
    """A move on a small board: the ids of its drawings, the newest mark last, and the move in words. `end` says how it
    ends the game, if it does; then `line` is the path of the deciding line, and `ink` its colour."""

    drawings: tuple[str, ...]
    going: str
    words: str
    end: str = ""
    line: str = ""
    ink: str = ""


def steps_of(variant: Variant, position: Position, moves: Sequence[Move]) -> list[Step]:
    """Return each of these moves, played from a position, with the board after it."""
    positions = positions_after(position, moves)
    return [_step(variant, positions[: count + 1], moves[:count]) for count in range(1, len(positions))]


def stroke(line: Line, columns: int, width: int) -> str:
    """Return the SVG path along a line of squares of this width."""
    ends = ((cell % columns * width + width // 2, cell // columns * width + width // 2) for cell in (line[0], line[-1]))
    return "M{} {}L{} {}".format(*(place for end in ends for place in end))


def _step(variant: Variant, positions: Sequence[Position], moves: Sequence[Move]) -> Step:
    """Return the last of these moves as a Step."""
    before, after, cell = positions[-2], positions[-1], variant.square(moves[-1])
    marks = drawn(after.cells, variant.inks(positions, moves))
    words, outcome = move_label(variant, after.cells[cell], cell), after.outcome
    if (side := side_name(variant, before.turn)) != after.cells[cell]:
        # Translators: a move in a game in which marks do not tell the sides apart: "1st: X top left".
        words = _("%(side)s: %(move)s") % {"side": side, "move": words}
    going = "" if after.going is None or outcome else paler(marks[after.going], after.going)
    if outcome is None:
        return Step((EMPTY, *marks_on(marks, cell)), going, words)
    winner = {"winner": side_name(variant, outcome.winner)} if outcome.winner else {}
    end = _("%(winner)s wins.") % winner if winner else rules_of(variant).ending(outcome.termination)
    line = stroke(outcome.line, variant.columns, SMALL) if outcome.line else ""
    ink = in_ink(marks[cell], cell)[0] if outcome.line_wins else "scribble"
    return Step((EMPTY, *marks_on(marks, cell)), going, words, end, line, ink)
