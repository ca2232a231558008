"""A robot's card, its strength, and its rules in words."""

import pytest

from games.engine.position import Mark
from games.engine.robots import RULES
from games.review.words import Review
from games.robots.words.robots import RULES_IN_WORDS, cards_of, robot_of
from tests.support.states import ADA, against, rendered, seen_by, state
from tests.support.tidy import tidy


class TestRules:
    def test_every_rule_is_in_words_and_names_a_square_on_its_board(self):
        assert list(RULES_IN_WORDS) == list(RULES)
        assert all(rule.named for rule in RULES_IN_WORDS.values())
        assert RULES_IN_WORDS["f"].named == [(10, 50)]


class TestStrength:
    def test_its_figures_are_for_the_players_better_side(self):
        rusty = robot_of("wbfsck")
        assert (rusty.against, rusty.figures.verdict) == (Mark.X, "Yes, every time, if you start")
        movers = [board.by for board in rusty.figures.replay]
        assert movers == ["You", "Centre", "You", "Stop a fork", "You", "Block", "You"]
        assert rusty.lost_in_words == "Move 4 loses the game. The rule was “Stop a fork”."

    def test_its_losing_move_has_no_rule_or_it_never_loses(self):
        lost = robot_of("wb").lost_in_words
        assert lost == "Move 4 loses the game. No rule fitted, so the robot marked a square at random."
        best = robot_of("wbftcoke")
        assert (best.figures.verdict, best.figures.replay, best.lost_in_words) == ("No, never", (), "")


class TestInAGame:
    @pytest.mark.parametrize(
        ("key", "record", "moved", "place", "rule"),
        [
            ("wbfsck", "1", False, 0, ""),
            ("wbfsck", "1 5", True, 5, "Centre"),
            ("wbfsck", "1 5 9 3 7", True, 4, "Stop a fork"),
            ("wb", "1 5", True, 0, ""),  # no rule applied
        ],
    )
    def test_the_rule_of_its_last_move_is_highlighted(self, key, record, moved, place, rule):
        [card] = cards_of(seen_by(ADA, against(key, record)))
        assert (card["moved"], card["place"], str(card["rule"].name) if card["rule"] else "") == (moved, place, rule)

    def test_games_without_a_robot_have_no_card(self):
        assert cards_of(seen_by(ADA, state("5 1"))) == []
        assert cards_of(seen_by(ADA, against("hard", "5 1", ""))) == []

    def test_everyone_in_the_room_sees_the_rule(self):
        for viewer in (ADA, 77):
            html = tidy(rendered(seen_by(viewer, against("wbfsck", "1 5 9 3"))))
            assert 'data-rule="s">Rusty’s rule 4 <b>Stop a fork</b>' in html
        assert "None of Rusty’s rules fit" in tidy(rendered(seen_by(ADA, against("wb", "1 5"))))

    def test_the_review_names_the_rule_of_each_move(self):
        over = seen_by(ADA, against("wbfsck", "1 5 9 3 7 4 8"))
        rules = [Review(over, ply, worths=False).rule for ply in (2, 4, 6)]
        assert rules == ["Its rule was “Centre”.", "Its rule was “Stop a fork”.", "Its rule was “Block”."]
        assert not any(Review(over, ply, worths=False).rule for ply in (0, 1, 3, 5, 7))
