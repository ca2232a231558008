"""The strength of the computer players, in words."""

import json
from decimal import Decimal
from fractions import Fraction
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils.translation import override

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.strength import Chance, Result, SeatStrength
from games.engine.vanishing import VANISHING
from games.engine.variants import VARIANTS
from games.opponents.words import odds
from games.opponents.words.odds import Odds, can_it_be_beaten, every_opponent, exactness, in_full, percent, truth
from tests.support.boards import SOLVED

QUICK = ("classic", "notakto")  # the figures of the other games are slow to compute


def odds_of(*seats: tuple[Chance, Chance]) -> Odds:
    """Return the odds of an opponent by the chances, for a player of each mark, that best play and that random play
    beat it."""
    beaten = [SeatStrength(Result(1 - by_luck, Fraction(), by_luck), by_best, None) for by_best, by_luck in seats]
    return Odds("key", dict(zip(Mark, beaten, strict=True)))


def advice(game: str) -> str:
    """Return the command that generates the figures of a game."""
    return f"run: manage.py strength --json --game {game} > games/opponents/strength/{game}.json"


@pytest.mark.parametrize("game", [key if key in QUICK else pytest.param(key, marks=pytest.mark.slow) for key in SOLVED])
def test_the_stored_figures_are_up_to_date(game):
    out = StringIO()
    call_command("strength", "--json", "--game", game, stdout=out)
    figures = odds.STRENGTH_FILES / f"{game}.json"
    assert figures.exists() and json.loads(figures.read_text()) == json.loads(out.getvalue()), advice(game)


def test_each_computer_player_of_a_solved_game_has_figures():
    for key, variant in SOLVED.items():
        assert list(every_opponent(variant)) == list(variant.opponents), advice(key)


def test_odds_are_by_the_side_of_the_player():
    easy = every_opponent(CLASSIC)["easy"]
    assert easy.beaten[Mark.X] == Fraction(191, 192)  # the player starts, so Easy plays O
    assert easy.beaten[Mark.O] == Fraction(887, 945)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 1000), "under 1%"),
        (Fraction(999, 1000), "over 99%"),
        (Fraction(1), "100%"),
        (Decimal("0.123456789"), "12%"),
        (Decimal("0.999999999"), "over 99%"),
    ],
)
def test_percent_is_whole_and_0_or_100_only_if_exact(chance, words):
    assert percent(chance) == words


@pytest.mark.parametrize(
    ("chance", "language", "words"),
    [
        (Fraction(191, 192), "en", "191/192"),
        (Decimal("0.120000000"), "en", "0.120000000"),
        (Decimal("0.123456789"), "de", "0,123456789"),
        (Fraction(0), "en", ""),
        (Fraction(1), "en", ""),
    ],
)
def test_an_uncertain_chance_in_full_is_a_fraction_or_nine_digits(chance, language, words):
    with override(language):
        assert in_full(chance) == words


def test_numbers_are_called_exact_only_if_every_game_ends():
    assert exactness(CLASSIC) == "Every number is exact: calculated from every possible game, not estimated."
    assert "nine digits" in exactness(VANISHING)


@pytest.mark.parametrize(
    ("you_start", "it_starts", "words"),
    [
        (Fraction(1), Fraction(1), "Yes, every time"),
        (Fraction(1), Fraction(95, 100), "Yes, every time, if you start"),
        (Fraction(95, 100), Fraction(9, 10), "Yes, nearly always"),
        (Fraction(1, 3), Fraction(1, 2), "Yes, often, if it starts"),
        (Fraction(1, 100), Fraction(0), "Only with luck, if you start"),
        (Fraction(0), Fraction(0), "No, never"),
        (Decimal("0.999999999"), Fraction(1), "Yes, every time, if it starts"),
        (Decimal("0.999999999"), Decimal("0.95"), "Yes, nearly always"),
    ],
)
def test_the_answer_to_whether_it_can_be_beaten(you_start, it_starts, words):
    assert can_it_be_beaten(odds_of((you_start, 0), (it_starts, 0))) == words


DRAW, STARTING = "a draw is a triumph", "beatable if you start"


def test_each_computer_player_of_the_classic_game_in_a_few_words():
    assert [truth(one) for one in every_opponent(CLASSIC).values()] == [
        *("even luck beats it", "luck beats it if you start", "nearly always beatable", STARTING),
        *("always beatable", STARTING, "only looks unbeatable", DRAW, DRAW, DRAW, DRAW),
    ]


def test_if_the_sides_differ_the_words_name_the_better_one():
    # Random moves beat it as Order nine times in ten, and as Chaos never.
    often, seldom = (Fraction(1), Fraction(9, 10)), (Fraction(1, 10), Fraction())
    words = [truth(odds_of(*seats)) for seats in ((often, seldom), (seldom, often))]
    assert words == ["luck beats it if you start", "luck beats it if it starts"]


def test_an_opponent_beaten_only_half_the_time_takes_luck():
    half = Fraction(1, 2)
    assert truth(odds_of((half, half), (Fraction(), half))) == "beatable with luck"


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_words_fit_a_square_of_the_picker(language):
    with override(language):
        for variant in VARIANTS.values():
            assert all(len(truth(one)) <= 30 for one in every_opponent(variant).values())


@pytest.mark.parametrize("variant", SOLVED.values(), ids=repr)
def test_statements_about_beating_an_opponent_are_true(variant):
    for found in every_opponent(variant).values():
        best = max(found.beaten.values())
        assert (can_it_be_beaten(found) == "No, never") == (truth(found) == DRAW) == (best == 0)
        assert ("every time" in can_it_be_beaten(found)) == (best == 1)
        assert truth(found) != "always beatable" or set(found.beaten.values()) == {1}


@pytest.mark.parametrize("variant", SOLVED.values(), ids=repr)
def test_the_shortest_game_that_beats_an_opponent_is_valid(variant):
    for key, found in every_opponent(variant).items():
        for mark, seat in found.seats.items():
            position, last, line = variant.start, None, seat.line
            for move in line or ():
                if position.turn is not mark:
                    assert move in variant.opponents[key].candidates(position, last)
                position, last = position.play(move), move
            assert bool(line) == (seat.best_adversary > 0)
            assert not line or position.outcome.winner is mark
