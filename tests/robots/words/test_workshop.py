"""The announcement of a change to a card, and the element that gets the focus."""

import pytest

from games.robots.words.robots import robot_of
from games.robots.words.workshop import Workshop, apply_change


def after(rules: str, change: str, value: str) -> Workshop:
    return apply_change(Workshop(robot_of(rules)), change, value)


@pytest.mark.parametrize(
    ("rules", "change", "value", "effect"),
    [
        ("wbfsck", "add", "e", "You can still beat it as X: in 100% of games."),
        ("wbfsck", "off", "s", "You can still beat it as X: in 100% of games."),
        ("wbfcoke", "add", "t", "You can still beat it as X: in 100% of games."),
        ("wbfcokte", "place", "t4", "Now it can’t be beaten."),
        ("wbftcoke", "add", "a", "It still can’t be beaten."),
        ("wbftcoke", "down", "w", "Now you can beat it as X: in 50% of games."),
        ("wbftcoke", "off", "b", "Now you can beat it as X: in 100% of games."),
    ],
)
def test_a_change_says_whether_the_robot_can_be_beaten(rules, change, value, effect):
    assert after(rules, change, value).effect == effect


@pytest.mark.parametrize(
    ("rules", "change", "value", "focus"),
    [
        ("wbf", "add", "c", "rule-c"),
        ("wbf", "off", "b", "rule-f"),
        ("wbf", "off", "w", "rule-b"),
        ("wbf", "off", "f", "others"),
        ("w", "off", "w", "others"),
        ("wbf", "up", "f", ""),
        ("wbf", "place", "f1", ""),
        ("wbf", "up", "w", ""),
    ],
)
def test_the_focus_moves_on_when_its_button_has_disappeared(rules, change, value, focus):
    assert after(rules, change, value).focus == focus


def test_without_a_change_nothing_is_announced():
    same = after("wbf", "up", "w")
    assert (same.change_in_words, same.effect) == ("", "")
