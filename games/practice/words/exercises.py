"""The page of a puzzle: the task, the board, and the result of an answer, in words."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.analysis import JudgedMove, winner_after
from games.engine.exercises import Exercise
from games.engine.position import Cell, Mark, Move
from games.engine.solver import Value
from games.play.words.board import Board, Square, choices_of, chosen_of, line_on, mark_on, values_of
from games.play.words.marks import drawn, mark_of
from games.play.words.rules import name_unless_usual, rules_of, side_name
from games.play.words.squares import ages_in_words, moves_named, square_label


@dataclass(frozen=True)
class Task:
    """A puzzle and the result of the latest answer. `refused` says why the pressed square is not a legal answer;
    `write` is the player's chosen mark, in games where one chooses it."""

    exercise: Exercise
    tried: Move | None = None
    right: bool = False
    refused: str = ""
    write: str = ""

    @property
    def turn(self) -> Mark:
        return self.exercise.position.turn

    def side(self, mark: Mark) -> str:
        """Return the name of a side."""
        return side_name(self.exercise.variant, mark)

    @property
    def game(self) -> str:
        """The name of its game, if that is not the classic one."""
        return name_unless_usual(self.exercise.variant)

    @property
    def rule(self) -> str:
        """The rule of its game."""
        return str(rules_of(self.exercise.variant).rule)

    @property
    def ages(self) -> list[str]:
        """The ages of marks in words, in games where they matter."""
        return ages_in_words(self.exercise.variant, self.exercise.position)

    @property
    def task(self) -> str:
        """The task in words."""
        if self.exercise.solver.worth(self.exercise.position).value is Value.WIN:
            return _("%(mark)s to play and win. Find the move.") % {"mark": self.side(self.turn)}
        return _("%(mark)s to play and draw. Find the move.") % {"mark": self.side(self.turn)}

    @property
    def board(self) -> Board:
        """The board to answer on. It shows a right answer with the line that it completes, and a wrong one faintly."""
        variant, position = self.exercise.variant, self.exercise.position
        values, closed = values_of(variant, position), variant.closed(position)
        moves = [self.tried] if self.right and self.tried is not None else []
        positions = [position, *(position.play(move) for move in moves)]
        shown, drawings = positions[-1], drawn(positions[-1].cells, variant.inks(positions, moves))
        tried = None if self.tried is None else variant.square(self.tried)
        going = None if self.right else position.going
        choices, (line, ink) = choices_of(variant, self.write), line_on(shown)

        def square(cell: Cell, mark: str) -> Square:
            look = "going" if cell == going else "" if cell != tried else "last" if self.right else "wrong"
            label = square_label(
                variant, cell, mark_on(shown.cells[cell]), look="going" if cell == going else "", closed=cell in closed
            )
            return Square(cell, mark, label, values[cell], closed=cell in closed, look=look)

        return Board(
            tuple(square(cell, mark_on(symbol)) for cell, symbol in enumerate(drawings)),
            variant.columns,
            field="cell",
            form="nowhere" if self.right else "",  # no such form: presses do nothing, but the buttons keep the focus
            turn=mark_of(variant, self.turn) or chosen_of(choices),
            closed=self.right,
            line=line,
            ink=ink,
            choices=choices,
        )

    @property
    def picture(self) -> Board:
        """The same board, to look at."""
        return replace(self.board, field="", form="", closed=False, choices=())

    @property
    def answer(self) -> str:
        """The result of the move tried, with the reason if it was wrong: how the other side answers it."""
        if self.tried is None:
            return self.refused
        move = JudgedMove(self.exercise.variant, self.exercise.position, self.tried)
        winner, moves = winner_after(move.mark, move.worth)
        words: dict[str, Any] = {
            "mark": self.side(winner) if winner else "",
            "other": self.side(move.mark.other),
            "count": moves,
        }
        if self.right and winner is None:
            return _("Right: this keeps the draw.")
        if self.right and not moves:
            return _("Right: %(mark)s wins.") % words
        if self.right:
            right = ngettext(
                "Right: %(mark)s wins in %(count)d move.", "Right: %(mark)s wins in %(count)d moves.", moves
            )
            return right % words
        after = self.exercise.position.play(self.tried)
        if after.outcome and after.outcome.winner:
            first = rules_of(move.variant).ending(after.outcome.termination)
            second = _("%(winner)s wins.") % {"winner": words["mark"]}
            return _("%(first)s %(second)s") % {"first": first, "second": second}
        if after.outcome:
            return _("Not that one: the board is full, and the win is gone.")
        words["squares"] = moves_named(move.variant, after, move.solver.best_moves(after))
        if winner is None:
            # Translators: other is X or O; squares is one or several: "top middle", "any corner".
            return _("Not that one. %(other)s marks %(squares)s, and the win is gone.") % words
        left = moves - 1  # after the answer
        if not left:
            # Translators: mark is X or O; squares is one or several: "top middle", "any corner".
            return _("Not that one. %(mark)s marks %(squares)s, and wins.") % words
        # Translators: as above; count is the number of moves that the side has left after that one.
        wrong = ngettext(
            "Not that one. %(mark)s marks %(squares)s, and wins in %(count)d move.",
            "Not that one. %(mark)s marks %(squares)s, and wins in %(count)d moves.",
            left,
        )
        return wrong % {**words, "count": left}


@dataclass(frozen=True)
class ExerciseTask(Task):
    """A puzzle on its page. `number` is its place from 1 among `count` puzzles, of which the player has solved
    `solved`."""

    number: int = 1
    count: int = 1
    solved: int = 0
