"""The ladder of a game: positions of one game by best play, in which the first player wins by force."""

from itertools import pairwise

import pytest

from games.engine.classic import CLASSIC
from games.engine.ladder import rungs
from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.position import Move
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.wild import WILD

each = pytest.mark.parametrize("variant", [VANISHING, NOTAKTO, WILD], ids=repr)


@each
def test_each_rung_is_one_move_of_the_winner_longer_and_the_last_is_the_opening(variant):
    assert [rung.moves for rung in rungs(variant)] == list(range(1, len(rungs(variant)) + 1))
    assert all(longer.plies == rung.plies + 2 for rung, longer in pairwise(rungs(variant)))
    assert rungs(variant)[-1].position == variant.start


@pytest.mark.parametrize("variant", [CLASSIC, MISERE], ids=repr)
def test_a_drawn_game_has_no_ladder(variant):
    assert rungs(variant) == ()


def record(variant: Variant, moves: tuple[Move, ...]) -> str:
    return "".join(map(variant.write, moves))


def moves_of(variant: Variant, labels: str) -> tuple[Move, ...]:
    return tuple(map(variant.labelled, labels.split()))


@pytest.mark.parametrize(
    ("labels", "is_climb"),
    [
        ("", True),
        ("5 1", True),
        ("5", False),  # the other side's turn
        ("1 5", False),  # gives the win away
        ("5 1 3 4", True),
        ("5 1 6 3", True),
        ("5 1 2 3", False),  # loses
    ],
)
def test_a_climb_is_best_play_of_both_sides_with_the_winner_to_move(labels, is_climb):
    moves = moves_of(NOTAKTO, labels)
    assert rungs(NOTAKTO)[-1].moves_in(record(NOTAKTO, moves)) == (moves if is_climb else None)


def test_the_answer_delays_the_loss_the_longest_and_the_end_has_none():
    lowest, *_others, opening = rungs(VANISHING)
    assert lowest.moves_in("") is None  # a climb starts where its rung starts
    for move in opening.solver.best_moves(opening.position):
        answered = opening.answered((move,))
        assert opening.moves_in(record(VANISHING, answered)) == answered
    [last] = lowest.solver.best_moves(lowest.position)
    assert lowest.answered((*lowest.played, last)) == (*lowest.played, last)
