"""Changes to a card, their announcement, and the element that gets the focus."""

import pytest
from django.http import QueryDict

from games.robots.words.robots import robot_of
from games.robots.words.workshop import Workshop, changed


def after(rules: str, query: str) -> Workshop:
    return changed(Workshop(robot_of(rules)), QueryDict(query))


@pytest.mark.parametrize(
    ("change", "card", "sentence", "focus"),
    [
        ("add=c", "wbfc", "You added “Centre”. It’s rule 4 of 4.", "rule-c"),
        ("off=b", "wf", "You removed “Block”.", "rule-f"),
        ("off=f", "wb", "You removed “Fork”.", "others"),
        ("up=f", "wfb", "“Fork” moved up. It’s now rule 2 of 3.", ""),
        ("down=w", "bwf", "“Win” moved down. It’s now rule 2 of 3.", ""),
        ("place=f1", "fwb", "“Fork” moved up. It’s now rule 1 of 3.", ""),
        ("place=w11", "bfw", "“Win” moved down. It’s now rule 3 of 3.", ""),
    ],
)
def test_a_change_is_announced_and_the_focus_moves_on_when_its_button_has_disappeared(change, card, sentence, focus):
    workshop = after("wbf", change)
    assert (workshop.robot.letters, workshop.change_in_words, workshop.focus) == (card, sentence, focus)


@pytest.mark.parametrize(
    "change",
    [
        *("", "=w", "up=w", "down=f", "add=w", "off=c", "up=z", "up=", "add=wb"),
        *("place=w1", "place=w0", "place=w", "place=w٣", "place=c1", "place="),
    ],
)
def test_an_impossible_change_changes_and_says_nothing(change):
    same = after("wbf", change)
    assert (same.robot.letters, same.change_in_words, same.effect, same.focus) == ("wbf", "", "", "")


@pytest.mark.parametrize(
    ("rules", "change", "effect"),
    [
        ("wbfsck", "add=e", "You can still beat it as X: in 100% of games."),
        ("wbfcokte", "place=t4", "Now it can’t be beaten."),
        ("wbftcoke", "add=a", "It still can’t be beaten."),
        ("wbftcoke", "down=w", "Now you can beat it as X: in 50% of games."),
    ],
)
def test_a_change_says_whether_the_robot_can_be_beaten(rules, change, effect):
    assert after(rules, change).effect == effect
