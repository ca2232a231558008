"""What is known of each game, and what the site relies on in all of them."""

from collections import Counter
from dataclasses import dataclass
from functools import cache

import pytest

from games.engine.position import Mark, Position
from games.engine.solver import Value
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from tests.engine.boards import every_position


@dataclass(frozen=True)
class Known:
    """Of a game: how many positions it has, how many games end with each winner (None is a draw), what it is worth to
    the first player, and the first moves that keep that, as people write them."""

    positions: int
    games: dict[Mark | None, int]
    value: Value
    first_moves: str


KNOWN = {
    "classic": Known(
        positions=5_478,
        games={Mark.X: 131_184, Mark.O: 77_904, None: 46_080},  # 255,168
        value=Value.DRAW,
        first_moves="1 2 3 4 5 6 7 8 9",
    ),
    "misere": Known(
        positions=5_478,
        games={Mark.X: 77_904, Mark.O: 131_184, None: 46_080},  # 255,168
        value=Value.DRAW,
        first_moves="5",
    ),
}


@cache
def games_from(position: Position) -> Counter:
    """How many games from here end with each winner."""
    if position.outcome:
        return Counter({position.outcome.winner: 1})
    return sum((games_from(position.play(move)) for move in position.legal_moves), Counter())


@pytest.fixture(params=VARIANTS)
def variant(request) -> Variant:
    return VARIANTS[request.param]


def test_nothing_else_is_known_of_a_game(variant):
    moves = variant.solver.keeping_moves(variant.start)
    found = Known(
        len(every_position(variant)),
        dict(games_from(variant.start)),
        variant.solver.worth(variant.start).value,
        " ".join(map(variant.label, moves)),
    )
    assert found == KNOWN[variant.key]


def test_positions_of_two_games_are_never_equal():
    starts = [variant.start for variant in VARIANTS.values()]
    assert len(set(starts)) == len(starts)


def test_every_position_is_read_as_it_is_written(variant):
    assert all(variant.position(position.text) == position for position in every_position(variant))


def test_every_move_is_read_as_it_is_written(variant):
    for move in {move for position in every_position(variant) for move in position.legal_moves}:
        assert variant.read(variant.write(move)) == move
        assert variant.labelled(variant.label(move)) == move
        assert variant.square(move) in range(variant.squares)


def test_a_record_is_its_moves_one_after_another(variant):
    position, moves = variant.start, []
    while position.outcome is None:
        moves.append(position.legal_moves[-1])
        position = position.play(moves[-1])
    assert variant.moves("".join(map(variant.write, moves))) == tuple(moves)


def test_a_position_has_a_symbol_for_each_square(variant):
    assert {len(position.cells) for position in every_position(variant)} == {variant.squares}


def test_symmetries_change_nothing_about_a_game(variant):
    assert variant.symmetries[0].position(variant.start) == variant.start
    for position in every_position(variant):
        for symmetry in variant.symmetries:
            turned = symmetry.position(position)
            assert {symmetry.move(move) for move in position.legal_moves} == set(turned.legal_moves)
            assert variant.solver.worth(turned) == variant.solver.worth(position)


def test_every_computer_player_answers_in_every_unfinished_position(variant):
    for opponent in variant.opponents.values():
        for position in every_position(variant):
            if position.outcome is None:
                moves = opponent.candidates(position)
                assert moves
                assert moves == tuple(move for move in position.legal_moves if move in moves)


def test_hard_is_perfect(variant):
    for position in every_position(variant):
        if position.outcome is None:
            assert variant.opponents["hard"].candidates(position) == variant.solver.best_moves(position)
