"""The squares chosen by each rule, and the robots made of rules."""

import re

import pytest

from games.engine.classic import CLASSIC
from games.engine.policies import choose
from games.engine.position import Mark
from games.engine.robots import (
    KEY_PATTERN,
    RULES,
    BadLetters,
    LettersError,
    is_robot,
    letters_of,
    named,
    robot,
    rule_at,
)
from games.engine.strength import best_adversary
from games.engine.symmetry import canonical
from games.engine.variants import VARIANTS
from tests.support.boards import board, every_position


def squares(rule: str, rows: str) -> list[int]:
    """Return the squares 1..9 that a rule chooses for the side to move."""
    return [cell + 1 for cell in named(rule, board(rows))]


UNFINISHED = [position for position in every_position() if not position.outcome]
UP_TO_SYMMETRY = {canonical(CLASSIC, position) for position in UNFINISHED}


class TestRules:
    def test_there_are_eleven(self):
        assert "".join(RULES) == "wbfstpcokea"

    def test_win_completes_a_line_of_mine(self):
        assert squares("w", "XX_ X_O _OO") == [3, 7]
        assert squares("w", "XX_ _O_ ___") == []

    def test_block_takes_squares_that_would_complete_a_line_of_theirs(self):
        assert squares("b", "XX_ _O_ ___") == [3]
        assert squares("b", "XX_ XO_ __O") == [3, 7]
        assert squares("b", "XOX _O_ ___") == [8]

    def test_fork_makes_two_squares_to_complete_a_line_on(self):
        assert squares("f", "XO_ ___ X_O") == [3, 5]
        assert squares("f", "X__ ___ _O_") == []

    def test_fork_counts_squares_and_not_lines(self):
        # After 5, X could complete two lines, but both at 6.
        assert squares("f", "OOX X__ O_X") == []

    def test_fork_counts_earlier_threats(self):
        # Top right completes a line in the current position, so one more mark is enough.
        assert squares("f", "XX_ O__ O__") == [5, 8, 9]

    def test_stop_a_fork_takes_the_squares_on_which_they_could_fork(self):
        assert squares("s", "X__ _O_ __X") == [3, 7]
        assert squares("s", "X__ ___ ___") == []

    def test_stop_a_fork_carefully_names_nothing_if_they_cannot_fork(self):
        assert squares("t", "X__ ___ ___") == []
        assert squares("t", "___ ___ ___") == []

    def test_stop_a_fork_carefully_forces_an_answer_that_is_no_fork(self):
        assert squares("t", "X__ _O_ __X") == [2, 4, 6, 8]

    def test_stop_a_fork_carefully_looks_ahead(self):
        # After 2, 3 and 8 they must answer, and then have no fork; their answer to 7 would be a fork. After 4 and 9
        # they may move freely, and after 4 they could fork.
        assert squares("t", "X__ _OX ___") == [2, 3, 8, 9]

    def test_stop_a_fork_carefully_takes_a_fork_of_its_own(self):
        assert squares("t", "OXO ___ X__") == [5, 6, 8, 9]
        assert 8 - 1 in named("f", board("OXO ___ X__"))

    def test_pair_takes_the_empty_squares_of_lines_with_only_one_mark_of_mine(self):
        assert squares("p", "X__ _O_ ___") == [2, 3, 4, 7]
        assert squares("p", "___ ___ ___") == []
        assert squares("p", "XX_ _O_ O__") == []

    def test_centre_corner_and_edge_are_empty_ones(self):
        assert squares("c", "X__ ___ ___") == [5]
        assert squares("c", "___ _X_ ___") == []
        assert squares("k", "X__ _O_ ___") == [3, 7, 9]
        assert squares("e", "X__ _OX ___") == [2, 4, 8]

    def test_opposite_corner_is_opposite_a_corner_of_theirs(self):
        assert squares("o", "X__ ___ ___") == [9]
        assert squares("o", "X_X ___ O__") == [9]
        assert squares("o", "___ _X_ ___") == []
        assert squares("o", "X__ _X_ __O") == []

    def test_any_is_every_empty_square(self):
        assert squares("a", "X__ _O_ ___") == [2, 3, 4, 6, 7, 8, 9]

    @pytest.mark.parametrize("rule", RULES)
    def test_rules_respect_symmetry(self, rule):
        for position in UP_TO_SYMMETRY:
            for symmetry in CLASSIC.symmetries:
                assert set(named(rule, symmetry.position(position))) == {
                    symmetry.move(cell) for cell in named(rule, position)
                }


class TestRobots:
    def test_win_and_block_are_our_medium(self):
        for position in UNFINISHED:
            assert robot("wb").candidates(position) == CLASSIC.opponents["medium"].candidates(position)

    @pytest.mark.parametrize("mark", Mark)
    def test_the_order_of_newell_and_simon_never_loses(self, mark):
        assert best_adversary(CLASSIC, robot("wbftcoke"), mark) == 0

    def test_with_the_simple_fork_rule_it_can_always_be_beaten_as_o(self):
        assert best_adversary(CLASSIC, robot("wbfscoke"), Mark.O) == 1

    def test_any_square_and_no_rules_are_both_random_play(self):
        for position in UNFINISHED:
            assert robot("a").candidates(position) == robot("-").candidates(position) == position.legal_moves

    def test_rules_below_any_square_never_apply(self):
        assert robot("ac").candidates(CLASSIC.start) == CLASSIC.start.legal_moves

    def test_the_first_rule_that_names_a_square_decides(self):
        assert choose(robot("wbc"), board("XX_ _O_ ___")) == 2
        assert choose(robot("cwb"), board("XX_ O__ ___")) == 4

    @pytest.mark.parametrize("key", ["-", "w", "ke", "wbftcoke", "".join(RULES)])
    def test_it_answers_in_every_unfinished_position_with_legal_moves_in_their_order(self, key):
        for position in UNFINISHED:
            moves = robot(key).candidates(position)
            assert moves
            assert moves == tuple(move for move in position.legal_moves if move in moves)

    def test_its_key_is_its_letters_or_a_dash(self):
        assert robot("wb").key == "wb"
        assert robot("-").key == robot("").key == "-"


class TestRuleAtPosition:
    def test_is_the_one_that_decides(self):
        assert rule_at("wbc", board("XX_ _O_ ___")) == "b"
        assert rule_at("wbc", board("X__ ___ ___")) == "c"

    def test_is_none_if_nothing_names_a_square(self):
        assert rule_at("wbc", board("X__ _O_ ___")) is None
        assert rule_at("-", board("X__ _O_ ___")) is None

    def test_is_any_if_that_is_a_rule(self):
        assert rule_at("wbca", board("X__ _O_ ___")) == "a"


class TestLetters:
    def test_are_read_from_the_key(self):
        assert letters_of("wbc") == "wbc"
        assert letters_of("-") == letters_of("") == ""

    @pytest.mark.parametrize(
        ("key", "reason", "letter"),
        [
            ("wxb", LettersError.UNKNOWN, "x"),
            ("W", LettersError.UNKNOWN, "W"),
            ("w-", LettersError.UNKNOWN, "-"),
            ("w b", LettersError.UNKNOWN, " "),
            ("wbw", LettersError.TWICE, "w"),
            ("w" * 5000, LettersError.TWICE, "w"),
        ],
    )
    def test_say_what_is_wrong_with_them(self, key, reason, letter):
        for read in (letters_of, robot):
            with pytest.raises(BadLetters) as caught:
                read(key)
            assert (caught.value.reason, caught.value.letter) == (reason, letter)


class TestOpponentKeys:
    def test_a_robot_plays_the_classic_game_under_its_letters(self):
        assert CLASSIC.opponent("wb").key == "wb"
        assert CLASSIC.opponent("-").key == "-"

    def test_a_computer_player_under_its_key(self):
        assert [CLASSIC.opponent(key) for key in CLASSIC.opponents] == list(CLASSIC.opponents.values())

    @pytest.mark.parametrize("key", ["", "wz", "ww", "deep", "wb-", "WB"])
    def test_an_unknown_key_is_nobody(self, key):
        assert CLASSIC.opponent(key) is None
        assert not is_robot(key)

    @pytest.mark.parametrize("variant", [one for one in VARIANTS.values() if one is not CLASSIC], ids=repr)
    def test_no_robot_plays_another_game(self, variant):
        assert variant.opponent("wb") is None

    def test_the_key_pattern_matches_only_keys_of_robots(self):
        assert all(re.search(KEY_PATTERN, key) for key in ("-", "w", "".join(RULES)))
        keys = {key for variant in VARIANTS.values() for key in variant.opponents}
        assert not any(re.search(KEY_PATTERN, key) for key in ("", "w-", "wz", *keys))
