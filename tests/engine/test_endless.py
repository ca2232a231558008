"""Chances in games that may go on forever: known results for small chains, for games that end, and for Vanishing."""

from decimal import Decimal
from itertools import product

import pytest

from games.engine import endless
from games.engine.endless import Chain
from games.engine.position import Mark
from games.engine.retrograde import graph_up_to_symmetry
from games.engine.strength import best_adversary, result
from games.engine.vanishing import VANISHING
from games.engine.variants import VARIANTS

X, O = Mark  # noqa: E741
ENDING = [variant for variant in VARIANTS.values() if variant.longest and len(variant.opponents) == 4]
EXCHANGED = str.maketrans("XO", "OX")


def close(chance: Decimal, exact) -> bool:
    """Return whether a chance is exact to nine digits."""
    return abs(chance - Decimal(exact.numerator) / exact.denominator) <= Decimal("0.000000001")


@pytest.mark.parametrize("variant", ENDING, ids=str)
def test_if_every_game_ends_chances_equal_the_exact_ones(variant):
    for x, o in product(variant.opponents.values(), repeat=2):
        assert all(map(close, endless.chances(variant, x, o), result(variant, x, o)))
    for opponent, mark in product(variant.opponents.values(), Mark):
        assert close(endless.best_chance(variant, opponent, mark), best_adversary(variant, opponent, mark))


HALF, DOORS = Decimal("0.5"), 40


@pytest.mark.parametrize(
    ("chain", "chances"),
    [
        # 0 leads to a win, to a loss, or through 3 back to the start.
        (Chain(turns=[X, O, O, O], after=[(1, 2, 3), (), (), (0,)], ends={1: X, 2: O}), (HALF, 0, HALF)),
        # 0 leads to a win, or to an endless loop of 2 and 3.
        (Chain(turns=[X, O, O, X], after=[(1, 2), (), (3,), (2,)], ends={1: X}), (HALF, HALF, 0)),
        # It never ends.
        (Chain(turns=[X, O], after=[(1,), (0,)], ends={}), (0, 1, 0)),
        # A win with a probability of 1 - 2**-40 is not rounded to a certain one.
        (
            Chain(
                turns=[X] * (DOORS + 2),
                after=[*((DOORS + 1, number + 1) for number in range(DOORS)), (), ()],
                ends={DOORS: O, DOORS + 1: X},
            ),
            (Decimal("0.999999999"), 0, Decimal("0.000000001")),
        ),
    ],
)
def test_in_a_small_chain_the_chances_are_known(chain, chances):
    assert endless.chances_of(chain) == chances


def risks(loop: tuple[int, ...]) -> Chain:
    """Return a chain in which X, at 0, risks 1 (one chance in two) or 2 (one in three), or moves to 3, which leads to
    `loop`; 4 is won and 5 lost."""
    after = [(1, 2, 3), (4, 5), (4, 5, 5), loop, (), ()]
    return Chain(turns=[X, O, O, O, X, X], after=after, ends={4: X, 5: O})


@pytest.mark.parametrize(
    ("chain", "chance"),
    [
        # A patient adversary without risk: at 1 the other side wins or errs at random, at 2 it errs or returns to 0.
        (Chain(turns=[X, O, O, X, X], after=[(1, 2), (3, 4), (0, 4), (), ()], ends={3: O, 4: X}), 1),
        (risks(loop=(0, 5)), HALF),
        (Chain(turns=[X, O, X], after=[(1, 2), (0,), ()], ends={2: O}), 0),  # there is no way to win
    ],
)
def test_in_a_small_chain_the_best_adversarys_chance_is_known(chain, chance):
    assert endless.best_chance_of(chain, X) == chance


def test_an_adversary_that_can_wait_forever_is_refused():
    with pytest.raises(ValueError, match="undecided states"):
        endless.best_chance_of(risks(loop=(0,)), X)


@pytest.mark.slow
def test_the_computer_players_of_vanishing_treat_equal_positions_alike():
    """Each position is compared with one of its symmetric positions, and with itself with the sides exchanged."""
    for number, position in enumerate(graph_up_to_symmetry(VANISHING)):
        symmetry = VANISHING.symmetries[number % len(VANISHING.symmetries)]
        either_may_move = position.going is not None
        exchanged = VANISHING.position(position.text.translate(EXCHANGED)) if either_may_move else position
        for opponent in VANISHING.opponents.values() if not position.outcome else ():
            answers = opponent.candidates(position)
            assert opponent.candidates(exchanged) == answers
            assert set(opponent.candidates(symmetry.position(position))) == {*map(symmetry.move, answers)}
