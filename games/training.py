"""The exercises as a player meets them: which is next, what is shown, and what an answer brought, in words."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.analysis import JudgedMove, winners_moves
from games.engine.position import BLANK, Cell, Mark
from games.engine.practice import Exercise, exercises
from games.engine.solver import Value, best_moves, worth
from games.squares import square_name, square_title, squares_named


@dataclass(frozen=True)
class TrainingSquare:
    """A square of an exercise. `tried`: it is the answer just given, drawn faintly where it was wrong."""

    cell: Cell
    mark: str
    label: str
    tried: bool

    @property
    def variant(self) -> int:
        return self.cell % 4


@dataclass(frozen=True)
class Training:
    """One exercise on its page. `number` is its place from 1; `solved` how many the player has solved so far."""

    number: int
    solved: int
    done: bool
    tried: Cell | None = None
    right: bool = False

    @property
    def exercise(self) -> Exercise:
        return exercises()[self.number - 1]

    @property
    def count(self) -> int:
        return len(exercises())

    @property
    def turn(self) -> Mark:
        return self.exercise.position.turn

    @property
    def task(self) -> str:
        """What is to be found."""
        if worth(self.exercise.position).value is Value.WIN:
            return _("%(mark)s to move and win. Find the move.") % {"mark": self.turn}
        return _("%(mark)s to move and hold the draw. Find the move.") % {"mark": self.turn}

    @property
    def squares(self) -> tuple[TrainingSquare, ...]:
        cells = self.exercise.position.cells
        return tuple(self._square(cell, symbol) for cell, symbol in enumerate(cells))

    def _square(self, cell: Cell, symbol: str) -> TrainingSquare:
        tried = cell == self.tried
        mark = str(self.turn) if tried and self.right else "" if symbol == BLANK else symbol
        words = {"square": square_title(cell), "mark": mark}
        label = _("%(square)s, %(mark)s") % words if mark else _("%(square)s, empty") % words
        return TrainingSquare(cell, mark, label, tried)

    @property
    def answer(self) -> str:
        """What the move tried has brought, and for a wrong one why: how the other side answers it."""
        if self.tried is None:
            return ""
        move = JudgedMove(self.exercise.position, self.tried)
        winner, moves = winners_moves(move.mark, move.worth)
        words = {"square": square_name(self.tried), "mark": winner, "count": moves}
        if self.right and winner is None:
            return _("Right: this holds the draw.")
        if self.right:
            return ngettext("Right: %(mark)s wins in %(count)d.", "Right: %(mark)s wins in %(count)d.", moves) % words
        after = self.exercise.position.play(self.tried)
        words["reply"] = capfirst(squares_named(best_moves(after)))
        if after.outcome:
            return _("Not that one: the board is full, and the win is gone.")
        if winner is None:
            return _("Not that one. %(reply)s answers %(square)s, and the win is gone.") % words
        return (
            ngettext(
                "Not that one. %(reply)s answers %(square)s, and %(mark)s wins in %(count)d.",
                "Not that one. %(reply)s answers %(square)s, and %(mark)s wins in %(count)d.",
                moves,
            )
            % words
        )
