"""The texts of each game."""

import pytest
from django.utils.translation import override

from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play.words.rules import RULES, choice_of_games, rules_of

LONGEST_RULE, LONGEST_SHORT = 72, 40  # characters
each_game = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


def test_every_game_has_its_rules_and_no_other():
    assert list(RULES) == list(VARIANTS), "put the words of each game into games/play/words/rules.py: RULES"


@each_game
def test_every_game_has_a_name_and_its_rule_in_a_sentence(variant: Variant):
    rules = rules_of(variant)
    assert len({str(rules_of(one).name) for one in VARIANTS.values()}) == len(VARIANTS)
    assert str(rules.rule).endswith(".")
    assert str(rules.new_here).startswith("New here? ")
    assert str(rules.rule) in str(rules.preview)


@each_game
@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "zh-hans", "ar"])
def test_its_sentences_have_room_on_the_smallest_screen(variant: Variant, language: str):
    """On the home page `rule` may take two lines, and `short` one below a small board."""
    with override(language):
        rules = rules_of(variant)
        assert len(str(rules.rule)) <= LONGEST_RULE
        assert len(str(rules.short)) <= LONGEST_SHORT


@each_game
def test_one_of_all_games_is_chosen(variant: Variant):
    games = choice_of_games(variant)
    assert ([game.key for game in games], [game.key for game in games if game.chosen]) == ([*VARIANTS], [variant.key])
