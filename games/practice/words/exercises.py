"""The page of a puzzle: the task, the board, and the result of an answer, in words."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.analysis import JudgedMove, winner_after
from games.engine.exercises import Exercise, exercises
from games.engine.motifs import Motif, motif_of, threats
from games.engine.position import Mark, Move
from games.engine.solver import Value
from games.engine.variant import Variant
from games.play.words.board import Board, board_to_answer
from games.play.words.marks import mark_of
from games.play.words.questions import answers_without_game
from games.play.words.rules import name_unless_usual, rules_of, side_name
from games.play.words.squares import ages_in_words
from games.play.words.verdicts import refutation
from games.practice.course import WARM_UP, course_of
from games.practice.links import exercise_path
from games.practice.words.explained import LARGE, THEMES, steps_of, stroke

WIN_MOVES_SHOWN = 17  # the length of the longest win
OTHER_MOVES_SHOWN = 5  # of a draw or a loss


@dataclass(frozen=True)
class Task:
    """A puzzle and the result of the latest answer. `refused` says why the pressed square is not a legal answer;
    `write` is the player's chosen mark, in games with that choice."""

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
        """The name of its game, "" for the classic one."""
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
        """The board to answer on. It shows a right answer with the line that it completes and those that it threatens
        to complete, or a wrong one faintly."""
        variant, position, tried, write = self.exercise.variant, self.exercise.position, self.tried, self.write
        looks = {} if tried is None else {variant.square(tried): "last" if self.right else "wrong"}
        if not self.right or tried is None:
            return board_to_answer(variant, [position], [], looks, over=False, write=write)
        after = position.play(tried)
        board = board_to_answer(variant, [position, after], [tried], looks, over=True, write=write)
        paths = tuple(stroke(line, variant.columns, LARGE) for line in threats(variant, after).values() if line)
        return replace(board, turn=mark_of(variant, self.turn), threats=paths)

    @property
    def answers_by_key(self) -> dict[str, str]:
        """The answers to questions about the board, which shows a right answer."""
        variant, position = self.exercise.variant, self.exercise.position
        record = "" if self.tried is None or not self.right else variant.write(self.tried)
        return answers_without_game(variant, position, record, self.turn)

    @property
    def picture(self) -> Board:
        """The same board, without buttons."""
        return replace(self.board, field="", form="", closed=False, choices=())

    @property
    def answer(self) -> str:
        """The result of the move tried. If it was wrong, the reason is the other side's answer."""
        if self.tried is None:
            return self.refused
        if not self.right:
            reason = self.refutation
            # Translators: first is "Not that one.", and second says why: two whole sentences.
            joined = _("%(first)s %(second)s") % {"first": _("Not that one."), "second": reason}
            return joined if self.exercise.position.play(self.tried).outcome is None else reason
        winner, moves = winner_after(self.turn, self.exercise.solver.worth_of(self.exercise.position, self.tried))
        if winner is None:
            return _("Right: this keeps the draw.")
        words = {"mark": self.side(winner), "count": moves}
        if not moves:
            return _("Right: %(mark)s wins.") % words
        right = ngettext("Right: %(mark)s wins in %(count)d move.", "Right: %(mark)s wins in %(count)d moves.", moves)
        return right % words

    @property
    def refutation(self) -> str:
        """The other side's answer to the wrong move tried."""
        assert self.tried is not None
        return refutation(JudgedMove(self.exercise.variant, self.exercise.position, self.tried))

    @property
    def idea(self) -> str:
        """How the right move works, once it is found."""
        motif = motif_of(self.exercise.variant, self.exercise.position)
        assert motif  # only lost positions have none
        words = {"side": self.side(self.turn), "other": self.side(self.turn.other)}
        return str(THEMES[motif].idea) % words if self.right else ""

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The move tried, and best play after it; to the end if it wins."""
        if self.tried is None:
            return []
        position, solver = self.exercise.position, self.exercise.solver
        wins = self.right and solver.worth(position).value is Value.WIN
        follow = solver.best_play(position.play(self.tried), (WIN_MOVES_SHOWN if wins else OTHER_MOVES_SHOWN) - 1)
        return steps_of(self.exercise.variant, position, (self.tried, *follow))

    @property
    def look_ahead(self) -> str:
        """The difficulty in words."""
        plies = self.exercise.difficulty
        # Translators: count is the number of moves of both sides.
        words = ngettext("Look %(count)d move ahead.", "Look %(count)d moves ahead, yours and theirs.", plies)
        return words % {"count": plies}


def sections_in_words(variant: Variant, chosen: str, solved: Collection[str]) -> list[dict[str, Any]]:
    """Return the sections of a game's puzzles, with the number of those in `solved`, texts of positions."""
    every = exercises(variant)
    return [
        {
            "name": pgettext("section of puzzles", "Warm-up") if section == WARM_UP else THEMES[Motif(section)].name,
            "url": exercise_path(variant, numbers[0]),
            "count": len(numbers),
            "solved": sum(every[number - 1].position.text in solved for number in numbers),
            "chosen": section == chosen,
        }
        for section, numbers in course_of(variant).items()
    ]
