"""Robots as the pages show them: the card with their rules, and their strength."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from games.engine.analysis import analyse
from games.engine.classic import CLASSIC
from games.engine.position import BLANK, Cell, Mark, Position, positions_after
from games.engine.robots import NO_RULES, RULES, LettersError, is_robot, letters_of, rule_at
from games.opponents.words import odds
from games.opponents.words.gallery import figures_of
from games.opponents.words.odds import Odds
from games.play.selectors.state import State
from games.play.words.pov import Pov
from games.robots.words.faces import Face, face_of
from games.site.words.names import isolated


@dataclass(frozen=True)
class Rule:
    """A rule in the robot's words. `example` is a board where it applies, and `mark` the robot's mark."""

    letter: str
    name: Any
    says: Any
    example: str
    mark: Mark = Mark.O

    @property
    def marks(self) -> list[tuple[str, int, int]]:
        """The marks of the example, each with the centre of its square."""
        return [(mark, *_middle(cell)) for cell, mark in enumerate(self.example) if mark != BLANK]

    @property
    def named(self) -> list[tuple[int, int]]:
        """The centres of the squares that the rule names in the example."""
        return [_middle(cell) for cell in sorted(RULES[self.letter](self.example, self.mark))]


def _middle(cell: Cell) -> tuple[int, int]:
    """Return the centre of a square of a small board, which is 60 units wide."""
    return cell % 3 * 20 + 10, cell // 3 * 20 + 10


RULES_IN_WORDS: Final = {
    rule.letter: rule
    for rule in (
        Rule("w", pgettext_lazy("rule", "Win"), gettext_lazy("Two of mine in a line? I finish it."), "OO___XX__"),
        Rule("b", pgettext_lazy("rule", "Block"), gettext_lazy("Two of theirs in a line? I stop it."), "XX____O__"),
        Rule("f", pgettext_lazy("rule", "Fork"), gettext_lazy("I make two chances to win at once."), "OXO_____X"),
        Rule(
            "s",
            pgettext_lazy("rule", "Stop a fork"),
            gettext_lazy("I mark the square where they could fork."),
            "X___O___X",
        ),
        Rule(
            "t",
            pgettext_lazy("rule", "Stop a fork, carefully"),
            gettext_lazy("They could fork? I make sure it doesn’t help them."),
            "X___O___X",
        ),
        Rule(
            "p",
            pgettext_lazy("rule", "Pair"),
            gettext_lazy("One of mine in an otherwise empty line? I add another."),
            "X_O______",
        ),
        Rule("c", pgettext_lazy("rule", "Centre"), gettext_lazy("The middle square."), "X________"),
        Rule(
            "o",
            pgettext_lazy("rule", "Opposite corner"),
            gettext_lazy("The corner opposite one of theirs."),
            "X________",
        ),
        Rule("k", pgettext_lazy("rule", "Corner"), gettext_lazy("Any corner."), "_________"),
        Rule("e", pgettext_lazy("rule", "Edge"), gettext_lazy("Any edge."), "_________"),
        Rule("a", pgettext_lazy("rule", "Any"), gettext_lazy("Any empty square."), "X___O___X"),
    )
}

LETTERS_ERRORS: Final = {
    LettersError.UNKNOWN: gettext_lazy("No robot can read this card: “%(letter)s” is not a rule."),
    LettersError.TWICE: gettext_lazy("No robot can read this card: one of its rules appears twice."),
}


@dataclass(frozen=True)
class Robot:
    """A robot with valid rules, and its name or ""."""

    letters: str
    name: str = ""

    @property
    def key(self) -> str:
        return self.letters or NO_RULES

    @property
    def written(self) -> str:
        """Its rules and name, as in a line of a league."""
        return f"{self.key} {self.name}".strip()

    @property
    def called(self) -> str:
        """Its name within a sentence, or ""."""
        return isolated(self.name, get_language() or "")

    @property
    def face(self) -> Face:
        return face_of(self.key)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules on its card, from the top."""
        return tuple(RULES_IN_WORDS[letter] for letter in self.letters)

    @property
    def odds(self) -> Odds:
        return odds.of_robot(self.key)

    @property
    def against(self) -> Mark:
        """The side that beats it more often; X if there is no difference."""
        return max(Mark, key=lambda mark: self.odds.beaten[mark])

    @cached_property
    def figures(self) -> dict[str, Any]:
        """Its strength against the side that beats it more often. The captions of the shortest win name the movers."""
        return figures_of(CLASSIC, self.odds, self.against, by=self._movers)

    @cached_property
    def lost_by(self) -> int | None:
        """The number of the robot's losing move in the shortest game; None if it does not lose."""
        line = self.odds.seats[self.against].line
        return analyse(CLASSIC, CLASSIC.start, line).losing_move(self.against.other) if line else None

    @property
    def lost_in_words(self) -> str:
        """The robot's losing move as a sentence, with its rule; "" if it does not lose."""
        if self.lost_by is None:
            return ""
        rule = self._deciding[self.lost_by - 1]
        if rule is None:
            return _("Move %(number)d loses the game. No rule fitted, so the robot marked a square at random.") % {
                "number": self.lost_by
            }
        words = {"number": self.lost_by, "rule": RULES_IN_WORDS[rule].name}
        return _("Move %(number)d loses the game. The rule was “%(rule)s”.") % words

    @property
    def _movers(self) -> tuple[str, ...]:
        """The caption for each move of the shortest game: "You", or the rule by which the robot made it."""
        no_rule = pgettext("in place of the name of a rule", "no rule")
        rules = (str(RULES_IN_WORDS[rule].name) if rule else no_rule for rule in self._deciding)
        return tuple(
            rule if number % 2 == (self.against is Mark.X) else pgettext("in place of a name", "You")
            for number, rule in enumerate(rules)
        )

    @cached_property
    def _deciding(self) -> tuple[str | None, ...]:
        """The rule that applies in each position of the shortest game, for both sides; None if none does."""
        positions = positions_after(CLASSIC.start, self.odds.seats[self.against].line or ())
        return tuple(rule_at(self.key, position) for position in positions[:-1])


def robot_of(key: str, name: str = "") -> Robot:
    """Return the robot with a key. Raises BadLetters."""
    return Robot(letters_of(key), name)


def cards_of(pov: Pov) -> list[dict[str, Any]]:
    """Return the cards of the robots in a game. Once a robot has `moved`, `rule` is the rule of its last move (None if
    none applied) and `place` the rule's place on the card, from 1. It has `erred` if one of its moves lost the game."""
    seats = pov.state.seats.items()
    return [_card(pov, Mark(mark), seat.opponent) for mark, seat in seats if is_robot(seat.opponent)]


def _card(pov: Pov, mark: Mark, key: str) -> dict[str, Any]:
    decided = [position for position in pov.state.positions[:-1] if position.turn is mark]
    letter = rule_at(key, decided[-1]) if decided else None
    robot = robot_of(key)
    return {
        "robot": robot,
        "side": mark,
        "name": pov.name(mark),
        "moved": bool(decided),
        "rule": RULES_IN_WORDS[letter] if letter else None,
        "place": robot.letters.find(letter) + 1 if letter else 0,
        "erred": _lost_in(pov.state, mark) is not None,
    }


def robot_in(state: State) -> tuple[Robot, Position | None] | None:
    """Return a game's robot and the position before its losing move, if any; None if no robot plays."""
    for mark, seat in state.seats.items():
        if is_robot(seat.opponent):
            return robot_of(seat.opponent, seat.name), _lost_in(state, Mark(mark))
    return None


def _lost_in(state: State, mark: Mark) -> Position | None:
    """Return the position before this side's losing move; None if there was none."""
    if state.winner != mark.other:
        return None
    analysis = analyse(state.variant, state.positions[0], state.moves)
    number = analysis.losing_move(mark)
    return analysis.moves[number - 1].before if number else None


def rule_in_words(key: str, position: Position) -> str:
    """Return the rule by which a robot moves in a position, as a sentence; "" if the key is not a robot's."""
    if not is_robot(key):
        return ""
    letter = rule_at(key, position)
    if letter is None:
        return _("No rule on its card fitted, so it marked a square at random.")
    return _("Its rule was “%(rule)s”.") % {"rule": RULES_IN_WORDS[letter].name}
