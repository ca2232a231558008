"""The squares that each rule names, and the robots built from rules."""

import re
from itertools import product

import pytest

from games.engine.classic import CLASSIC
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
from games.engine.symmetry import canonical
from games.engine.variants import VARIANTS
from tests.support.boards import board, every_position

UNFINISHED = [position for position in every_position() if not position.outcome]
UP_TO_SYMMETRY = {canonical(CLASSIC, position) for position in UNFINISHED}


@pytest.mark.parametrize(
    ("rule", "rows", "squares"),
    [
        # Win completes a line of one's own marks.
        ("w", "XX_ X_O _OO", [3, 7]),
        # Block takes the squares that would complete a line of the opponent's marks.
        ("b", "XX_ XO_ __O", [3, 7]),
        ("b", "XOX _O_ ___", [8]),
        # Fork leaves two squares on which to complete a line.
        ("f", "XO_ ___ X_O", [3, 5]),
        ("f", "X__ ___ _O_", []),
        ("f", "OOX X__ O_X", []),  # after 5, X could complete two lines, but both on square 6
        ("f", "XX_ O__ O__", [5, 8, 9]),  # there is a threat already, so one more mark is enough
        # Stop a fork takes the squares on which the opponent could fork.
        ("s", "X__ _O_ __X", [3, 7]),
        ("s", "X__ ___ ___", []),
        # Stop a fork carefully forces an answer that is not a fork. It names no square if the opponent cannot fork.
        ("t", "X__ ___ ___", []),
        ("t", "X__ _O_ __X", [2, 4, 6, 8]),
        # It looks ahead. After 2, 3 or 8 the opponent must answer and then has no fork; the answer to 7 would be a
        # fork. After 4 or 9 the opponent may move freely, and after 4 can fork.
        ("t", "X__ _OX ___", [2, 3, 8, 9]),
        ("t", "OXO ___ X__", [5, 6, 8, 9]),  # 8 makes a fork itself
        # Pair takes the empty squares of lines whose only mark is one's own.
        ("p", "X__ _O_ ___", [2, 3, 4, 7]),
        ("p", "___ ___ ___", []),
        # Centre, corner and edge take empty squares of their kind.
        ("c", "X__ ___ ___", [5]),
        ("c", "___ _X_ ___", []),
        ("k", "X__ _O_ ___", [3, 7, 9]),
        ("e", "X__ _OX ___", [2, 4, 8]),
        # Opposite corner takes the corner opposite one of the opponent's.
        ("o", "X_X ___ O__", [9]),
        ("o", "X__ _X_ __O", []),
        # Any takes every empty square.
        ("a", "X__ _O_ ___", [2, 3, 4, 6, 7, 8, 9]),
    ],
)
def test_a_rule_names_its_squares(rule, rows, squares):
    assert [cell + 1 for cell in named(rule, board(rows))] == squares


@pytest.mark.parametrize("rule", RULES)
def test_rules_respect_symmetry(rule):
    for position, symmetry in product(UP_TO_SYMMETRY, CLASSIC.symmetries):
        turned = named(rule, symmetry.position(position))
        assert set(turned) == {symmetry.move(cell) for cell in named(rule, position)}


@pytest.mark.parametrize("key", ["-", "w", "ke", "wbftcoke", "".join(RULES)])
def test_a_robot_answers_in_every_unfinished_position_with_legal_moves_in_their_order(key):
    for position in UNFINISHED:
        moves = robot(key).candidates(position)
        assert moves
        assert moves == tuple(move for move in position.legal_moves if move in moves)


@pytest.mark.parametrize(
    ("key", "rows", "rule"),
    [
        ("wbc", "XX_ _O_ ___", "b"),
        ("wbc", "X__ ___ ___", "c"),
        ("cwb", "XX_ O__ ___", "c"),
        ("wbc", "X__ _O_ ___", None),
        ("-", "X__ _O_ ___", None),
        ("wbca", "X__ _O_ ___", "a"),
    ],
)
def test_the_first_rule_that_names_a_square_decides(key, rows, rule):
    position = board(rows)
    assert rule_at(key, position) == rule
    assert robot(key).candidates(position) == (named(rule, position) if rule else position.legal_moves)


class TestLetters:
    def test_are_read_from_the_key(self):
        assert (letters_of("wbc"), robot("wbc").key) == ("wbc", "wbc")
        assert letters_of("-") == letters_of("") == ""
        assert robot("-").key == robot("").key == "-"

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
    def test_an_opponent_of_the_classic_game_is_found_by_its_key_or_its_letters(self):
        assert [CLASSIC.opponent(key) for key in CLASSIC.opponents] == list(CLASSIC.opponents.values())
        assert [CLASSIC.opponent(letters).key for letters in ("wb", "-")] == ["wb", "-"]

    @pytest.mark.parametrize("key", ["", "wz", "ww", "deep", "wb-", "WB"])
    def test_an_unknown_key_has_no_opponent(self, key):
        assert CLASSIC.opponent(key) is None
        assert not is_robot(key)

    @pytest.mark.parametrize("variant", [one for one in VARIANTS.values() if one is not CLASSIC], ids=repr)
    def test_no_robot_plays_another_game(self, variant):
        assert variant.opponent("wb") is None

    def test_the_key_pattern_matches_only_keys_of_robots(self):
        assert all(re.search(KEY_PATTERN, key) for key in ("-", "w", "".join(RULES)))
        keys = {key for variant in VARIANTS.values() for key in variant.opponents}
        assert not any(re.search(KEY_PATTERN, key) for key in ("", "w-", "wz", *keys))
