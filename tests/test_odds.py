"""The exact strength of the computer players, in words."""

import json
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command

from games import odds
from games.engine.position import Mark
from games.odds import Odds, can_it_be_beaten, every_opponent, percent


def test_the_kept_figures_are_those_that_the_command_works_out():
    out = StringIO()
    call_command("strength", "--json", stdout=out)
    assert json.loads(odds.FIGURES.read_text()) == json.loads(out.getvalue())


def test_who_starts_is_told_from_the_player():
    easy = every_opponent()["easy"]
    assert easy.beaten[Mark.X] == Fraction(191, 192)  # the player starts, so Easy plays O
    assert easy.beaten[Mark.O] == Fraction(887, 945)
    assert easy.either == (Fraction(191, 192) + Fraction(887, 945)) / 2


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 1000), "under 1 %"),
        (Fraction(1, 2), "50 %"),
        (Fraction(999, 1000), "over 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_percent_is_whole_and_0_or_100_only_if_exact(chance, words):
    assert percent(chance) == words


@pytest.mark.parametrize(
    ("you_start", "it_starts", "words"),
    [
        (Fraction(1), Fraction(1), "Yes, every time"),
        (Fraction(1), Fraction(95, 100), "Yes, every time, if you start"),
        (Fraction(95, 100), Fraction(9, 10), "Yes, nearly always"),
        (Fraction(1, 3), Fraction(1, 2), "Yes, often, if it starts"),
        (Fraction(1, 100), Fraction(0), "Only with luck, if you start"),
        (Fraction(0), Fraction(0), "No, never"),
    ],
)
def test_can_it_be_beaten(you_start, it_starts, words):
    assert can_it_be_beaten(Odds("key", {Mark.X: you_start, Mark.O: it_starts}, {}, {})) == words
