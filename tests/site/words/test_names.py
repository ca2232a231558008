"""Names of any script in sentences of any language. For the characters of a name, see test_hostile_names.py."""

import pytest
from django.utils import translation

from games.engine.position import Mark
from games.play.selectors.state import SeatState
from games.play.words import fragments
from games.play.words.pov import Pov
from games.site.words.names import isolated
from tests.support.states import state

ARABIC, HEBREW = "\u0645\u062d\u0645\u062f", "\u05d3\u05d5\u05d3"


@pytest.mark.parametrize("name", [ARABIC, HEBREW, f"Ada {ARABIC}", f"{HEBREW} 2"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_name_in_the_other_direction_keeps_its_place(name, language):
    assert isolated(name, language) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["Ada", "Zoë", "小明", "Ada 2!", "🐈"])
def test_a_left_to_right_name_is_isolated_only_in_arabic(name):
    assert isolated(name, "en") == isolated(name, "zh-hans") == name
    assert isolated(name, "ar") == f"\u2068{name}\u2069"


def test_an_empty_name_stays_empty():
    assert isolated("", "ar") == ""


@pytest.mark.parametrize("name", ["Ada", ARABIC])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_names_are_isolated_once_in_pages_and_pushes(name, language):
    pov = Pov(state("5", seats={"X": SeatState(1, name, ""), "O": SeatState(2, "Ben", "")}), frozenset({Mark.O}))
    with translation.override(language):
        assert pov.name("X") == isolated(name, language)
    html = fragments.render(pov, language)
    assert isolated(name, language) in html
    assert "\u2068\u2068" not in html
