"""The workshop: the card of a robot while somebody changes it, one rule at a time."""

from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.robots import RULES
from games.show import odds
from games.show.robots import IN_WORDS, Robot, Rule

SENTENCES: Final = {
    # Translators: rule is as in "Fork"; place and count are as in "3 of 8".
    "add": gettext_lazy("You added “%(rule)s”: it is %(place)d of %(count)d."),
    "off": gettext_lazy("You took off “%(rule)s”."),
    "up": gettext_lazy("“%(rule)s” moved up: it is now %(place)d of %(count)d."),
    "down": gettext_lazy("“%(rule)s” moved down: it is now %(place)d of %(count)d."),
}
CHANGES: Final = tuple(SENTENCES)  # names of the buttons; the value of each is a rule


@dataclass(frozen=True)
class Place:
    """A rule on the card. `first` and `last` say that it can go no further, `unread` that one above it always fits."""

    rule: Rule
    first: bool
    last: bool
    unread: bool


@dataclass(frozen=True)
class Workshop:
    """A robot as it is now, and what has just been done to its card: `change` is one of CHANGES, "" for nothing."""

    robot: Robot
    change: str = ""
    rule: str = ""

    @property
    def places(self) -> tuple[Place, ...]:
        letters, rules = self.robot.letters, self.robot.rules
        return tuple(
            Place(rule, first=place == 0, last=place == len(rules) - 1, unread="a" in letters[:place])
            for place, rule in enumerate(rules)
        )

    @property
    def others(self) -> tuple[Rule, ...]:
        """The rules that are not on the card."""
        return tuple(rule for letter, rule in IN_WORDS.items() if letter not in self.robot.letters)

    @property
    def done(self) -> str:
        """What was done, as a sentence; nothing if nothing was."""
        if not self.change:
            return ""
        words = {
            "rule": IN_WORDS[self.rule].name,
            "place": self.robot.letters.find(self.rule) + 1,
            "count": len(self.robot.letters),
        }
        return str(SENTENCES[self.change]) % words

    @property
    def brought(self) -> str:
        """What it has brought: whether the robot can be beaten now."""
        if not self.change:
            return ""
        words: dict[str, Any] = {"verdict": self.robot.verdict}
        chance = max(self.robot.odds.beaten.values())
        if chance in (0, 1):
            # Translators: verdict is as in "Yes, every time, if you start".
            return _("Can it be beaten? %(verdict)s.") % words
        # Translators: verdict is as in "Yes, often, if you start", share as in "63 %".
        return _("Can it be beaten? %(verdict)s: %(share)s.") % {**words, "share": odds.percent(chance)}


def changed(robot: Robot, change: str, rule: str) -> Workshop:
    """The workshop after a change. What can't be done, as to move up what is on top, changes nothing."""
    letters = _after(robot.letters, change, rule)
    if letters == robot.letters:
        return Workshop(robot)
    return Workshop(replace(robot, letters=letters), change, rule)


def _after(letters: str, change: str, rule: str) -> str:
    if rule not in RULES:
        return letters
    if change == "add":
        return letters if rule in letters else letters + rule
    place = letters.find(rule)
    if place < 0:
        return letters
    rest = letters.replace(rule, "")
    if change == "off":
        return rest
    to = max(place - 1, 0) if change == "up" else place + 1
    return rest[:to] + rule + rest[to:]
