"""Doodles in words and as paper slips."""

from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.utils import translation

from games.engine.position import Mark
from games.play.selectors.doodles import Doodle, Drawing
from games.play.words import doodles
from tests.support.states import ADA, BEN, EVE, UNNAMED, seen_by, state

NICE = Doodle(Mark.X, Drawing.NICE)


@pytest.mark.parametrize(
    ("who", "seats", "words"),
    [
        (ADA, {}, "You: Nice move"),
        (BEN, {}, "Ada: Nice move"),
        (EVE, UNNAMED, "Guest (X): Nice move"),
    ],
)
def test_a_doodle_is_announced_with_its_sender(who, seats, words):
    with translation.override("en"):
        assert doodles.said(seen_by(who, state(**seats)), NICE) == words


def test_every_doodle_has_a_drawing_and_words():
    drawn = ElementTree.parse(settings.BASE_DIR / "static" / "img" / "doodles.svg").getroot()
    assert [symbol.get("id") for symbol in drawn] == list(Drawing) == list(doodles.WORDS)
