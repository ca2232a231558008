"""The workshop: a robot's card, which a visitor changes one rule at a time."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.position import Position
from games.engine.robots import RULES
from games.opponents.words import odds
from games.robots.words.diagnosis import Diagnosis
from games.robots.words.robots import RULES_IN_WORDS, Robot, Rule
from games.site.words.sentences import sentences

SENTENCES: Final = {
    # Translators: rule is as in "Fork"; place and count are as in "3 of 8".
    "add": gettext_lazy("You added “%(rule)s”. It’s rule %(place)d of %(count)d."),
    "off": gettext_lazy("You removed “%(rule)s”."),
    "up": gettext_lazy("“%(rule)s” moved up. It’s now rule %(place)d of %(count)d."),
    "down": gettext_lazy("“%(rule)s” moved down. It’s now rule %(place)d of %(count)d."),
}
# The form fields that change a card. The value is a rule; after dragging, a rule and its new place from 1: "f2".
CHANGES: Final = (*SENTENCES, "place")
PLACES: Final = {str(place): place - 1 for place in range(1, len(RULES) + 1)}


@dataclass(frozen=True)
class Workshop:
    """A robot and, optionally, the position in which it is shown. `before` is the robot before the last change;
    `change` (one of SENTENCES, or "") and `rule` describe that change."""

    robot: Robot
    at: Position | None = None
    before: Robot | None = None
    change: str = ""
    rule: str = ""

    @cached_property
    def diagnosis(self) -> Diagnosis | None:
        return Diagnosis(self.robot, self.at) if self.at else None

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules on the card, from the top."""
        return self._here(self.robot.rules)

    @property
    def unread(self) -> str:
        """The rules below one that always applies."""
        return self.robot.letters.partition("a")[2]

    @property
    def others(self) -> tuple[Rule, ...]:
        """The rules that are not on the card."""
        return self._here(tuple(rule for letter, rule in RULES_IN_WORDS.items() if letter not in self.robot.letters))

    def _here(self, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
        """Return the rules, applied to the position, if any."""
        return tuple(map(self.diagnosis.here, rules)) if self.diagnosis else rules

    @property
    def focus(self) -> str:
        """The id of the element to focus if the pressed button has disappeared: the added rule, the rule that took a
        removed one's place, or the heading of the unused rules; else ""."""
        if self.change == "add":
            return f"rule-{self.rule}"
        if self.change != "off" or self.before is None:
            return ""
        following = self.robot.letters[self.before.letters.find(self.rule) :][:1]
        return f"rule-{following}" if following else "others"

    @property
    def change_in_words(self) -> str:
        """The last change as a sentence; "" if there is none."""
        if not self.change:
            return ""
        words = {
            "rule": RULES_IN_WORDS[self.rule].name,
            "place": self.robot.letters.find(self.rule) + 1,
            "count": len(self.robot.letters),
        }
        return str(SENTENCES[self.change]) % words

    @property
    def effect(self) -> str:
        """The effect of the last change: whether the robot can be beaten, and whether it errs in the position."""
        if self.before is None:
            return ""
        return sentences(_beaten(self.robot, self.before), self.diagnosis.verdict if self.diagnosis else "")


def _beaten(robot: Robot, before: Robot) -> str:
    """Return a sentence on whether a robot can be beaten, compared with before the change."""
    chance, was = (max(one.odds.beaten.values()) for one in (robot, before))
    if not chance:
        return _("It still can’t be beaten.") if not was else _("Now it can’t be beaten.")
    words: dict[str, Any] = {"mark": robot.against, "share": odds.percent(chance)}
    if was:
        # Translators: mark is X or O, the side of whoever beats it; share is as in "63%".
        return _("You can still beat it as %(mark)s: in %(share)s of games.") % words
    # Translators: mark is X or O, the side of whoever beats it; share is as in "63%".
    return _("Now you can beat it as %(mark)s: in %(share)s of games.") % words


def changed(before: Workshop, query: Mapping[str, str]) -> Workshop:
    """Return the workshop after the change that a query asks for. Ignores impossible ones: moving the top rule up."""
    change = next((change for change in CHANGES if change in query), "")
    robot, value = before.robot, query[change] if change else ""
    rule = value[:1]
    letters = _after(robot.letters, change, rule, value[1:])
    if letters == robot.letters:
        return before
    if change == "place":
        change = "up" if letters.find(rule) < robot.letters.find(rule) else "down"
    return replace(before, robot=replace(robot, letters=letters), before=robot, change=change, rule=rule)


def _after(letters: str, change: str, rule: str, to: str) -> str:
    if rule not in RULES or (to and change != "place"):
        return letters
    place, rest = letters.find(rule), letters.replace(rule, "")
    if change == "add":
        return rest + rule if place < 0 else letters
    if place < 0:
        return letters
    if change == "off":
        return rest
    goes_to = {"up": max(place - 1, 0), "down": place + 1, "place": PLACES.get(to, place)}[change]
    return rest[:goes_to] + rule + rest[goes_to:]
