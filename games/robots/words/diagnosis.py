"""A position in the workshop: the squares that each rule names, the rule that decides, and the right move."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from django.utils.translation import gettext as _

from games.engine.classic import CLASSIC, SOLVER
from games.engine.policies import Candidates
from games.engine.position import Position
from games.engine.robots import named, rule_at
from games.engine.solver import Value
from games.opponents.words.odds import percent
from games.play.words.board import Board
from games.play.words.editor import read_only_board
from games.play.words.squares import moves_named
from games.robots.words.robots import RULES_IN_WORDS, Robot, Rule
from games.site.words.sentences import sentences


@dataclass(frozen=True)
class Diagnosis:
    """A robot's decision in an unfinished position."""

    robot: Robot
    position: Position

    @property
    def board(self) -> Board:
        """The board with the worth of each square, and with the squares that the robot may mark highlighted."""
        board = read_only_board(CLASSIC, self.position)
        squares = (replace(one, look="named") if one.cell in self._marked else one for one in board.squares)
        return replace(board, squares=tuple(squares))

    @property
    def wrong(self) -> Fraction:
        """The probability that the robot makes a mistake."""
        return Fraction(len(set(self._marked) - set(self._right)), len(self._marked))

    @property
    def verdict(self) -> str:
        """Whether the robot errs here, as a sentence."""
        if self._value is Value.LOSS:
            return _("This position is lost: no square can save it.")
        if not self.wrong:
            return _("Here it makes no mistake.")
        if self.wrong == 1:
            return _("Here it goes wrong.")
        # Translators: share is as in "63%".
        return _("Here it goes wrong in %(share)s of games.") % {"share": percent(self.wrong)}

    @property
    def sign(self) -> str:
        """The icon of the verdict."""
        return "fine" if self._value is Value.LOSS else "mistake" if self.wrong else "best"

    @property
    def decided(self) -> str:
        """The rule that decides, and the squares that it marks, as a sentence."""
        rule = rule_at(self.robot.key, self.position)
        if rule is None:
            return _("No rule on its card fits, so it marks a square at random.")
        words = {"rule": RULES_IN_WORDS[rule].name, "squares": self._in_words(self._marked)}
        # Translators: rule is as in "Fork"; squares are one or several: "top middle", "any corner".
        return _("“%(rule)s” decides: it marks %(squares)s.") % words

    @property
    def right(self) -> str:
        """The squares that keep the position's value, as a sentence; "" if it is lost."""
        squares = {"squares": self._in_words(self._right)}
        every = len(self._right) == len(self.position.legal_moves)
        if self._value is Value.DRAW:
            # Translators: squares are one or several: "top middle", "any corner".
            return _("Every square keeps the draw.") if every else _("To keep the draw: %(squares)s.") % squares
        if self._value is Value.WIN:
            # Translators: squares are one or several: "top middle", "any corner".
            return _("Every square keeps the win.") if every else _("To keep the win: %(squares)s.") % squares
        return ""

    def here(self, rule: Rule) -> Rule:
        """Return a rule with this position as its example, and with a sentence on the squares that it names here."""
        return replace(rule, example=self.position.cells, mark=self.position.turn, says=self._said(rule.letter))

    def _said(self, letter: str) -> str:
        squares = named(letter, self.position)
        if not squares:
            return _("It picks no square here.")
        # Translators: the squares that a rule names in a position: "Here: centre.", "Here: any corner."
        here = _("Here: %(squares)s.") % {"squares": self._in_words(squares)}
        if self._value is Value.LOSS or set(squares) <= set(self._right):
            return here
        mixed = set(squares) & set(self._right)
        return sentences(here, _("That may be a mistake.") if mixed else _("That is a mistake."))

    def _in_words(self, squares: Candidates) -> str:
        return moves_named(CLASSIC, self.position, squares)

    @cached_property
    def _marked(self) -> Candidates:
        """The squares that the robot may mark."""
        return named(rule_at(self.robot.key, self.position) or "a", self.position)

    @cached_property
    def _right(self) -> Candidates:
        """The squares that keep the position's value."""
        return SOLVER.keeping_moves(self.position)

    @property
    def _value(self) -> Value:
        return SOLVER.worth(self.position).value
