"""The known facts of each game, and the guarantees that the site relies on in all of them, including an unsolved game
for tests only. A new solved game needs a row in KNOWN."""

from dataclasses import dataclass

import pytest

from games.engine.census import census_of
from games.engine.exercises import exercises
from games.engine.position import Mark, Position
from games.engine.retrograde import graph_up_to_symmetry, worths_of
from games.engine.solver import Value, Worth
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from tests.support.boards import SOLVED, every_position, some_positions
from tests.support.order_and_chaos import ORDER_AND_CHAOS


@dataclass(frozen=True)
class Known:
    """Facts about a game: how many positions it has, unfinished and finished; how many games end with each winner (None
    is a draw); its value to the first player; the first moves that keep that value, in people's notation; how many
    unfinished positions are won, drawn and lost for the side to move; the most plies to a win; and how many puzzles it
    has."""

    positions: tuple[int, int]
    games: dict[Mark | None, int] | None
    worth: Worth
    first_moves: str
    values: tuple[int, int, int]
    longest: int
    exercises: int


MANY, SAMPLED = 10_000, 7  # a game with this many positions is tested on one position in seven
KNOWN = {
    "classic": Known(
        positions=(4_520, 958),
        games={Mark.X: 131_184, Mark.O: 77_904, None: 46_080},  # 255,168 in all
        worth=Worth(Value.DRAW, 0),
        first_moves="1 2 3 4 5 6 7 8 9",
        values=(2_836, 1_052, 632),
        longest=5,
        exercises=303,
    ),
    "vanishing": Known(
        positions=(66_682, 6_768),
        games=None,
        worth=Worth(Value.WIN, 13),
        first_moves="2 4 6 8",
        values=(45_709, 7_585, 13_388),
        longest=17,
        exercises=300,
    ),
    "misere": Known(
        positions=(4_520, 958),
        games={Mark.X: 77_904, Mark.O: 131_184, None: 46_080},  # 255,168 in all
        worth=Worth(Value.DRAW, 0),
        first_moves="5",
        values=(2_112, 964, 1_444),
        longest=8,
        exercises=240,
    ),
    "notakto": Known(
        positions=(230, 220),
        games={Mark.X: 12_864, Mark.O: 10_368},  # 23,232 in all
        worth=Worth(Value.WIN, 6),
        first_moves="5",
        values=(157, 0, 73),
        longest=6,
        exercises=19,
    ),
    "wild": Known(
        positions=(11_093, 7_660),
        games={Mark.X: 28_331_136, Mark.O: 18_299_136, None: 11_612_160},  # 58,242,432 in all
        worth=Worth(Value.WIN, 7),
        first_moves="5X 5O",
        values=(10_085, 980, 28),
        longest=7,
        exercises=269,
    ),
}


@pytest.fixture(params=[*VARIANTS.values(), ORDER_AND_CHAOS], ids=repr)
def variant(request) -> Variant:
    return request.param


# Building the graph of Vanishing takes two seconds.
@pytest.fixture(params=[pytest.param(key, marks=pytest.mark.slow) if key == "vanishing" else key for key in SOLVED])
def solved(request) -> Variant:
    return SOLVED[request.param]


def positions_to_try(variant: Variant) -> list[Position]:
    """Return every position of a small game; for a large game, a sample up to symmetry; for an unsolved game, positions
    from random games."""
    if variant.solver is None:
        return [*some_positions(variant)]
    every = every_position(variant)
    return [*every] if len(every) < MANY else [*graph_up_to_symmetry(variant)][::SAMPLED]


def test_every_solved_game_has_its_known_facts(solved):
    variant, census = solved, census_of(solved)
    found = Known(
        (census.unfinished, census.finished),
        census.games,
        census.worth,
        " ".join(variant.label(move) for move, worth in census.first.items() if worth.value is census.worth.value),
        tuple(census.values[value] for value in (Value.WIN, Value.DRAW, Value.LOSS)),
        census.longest,
        len(exercises(variant)),
    )
    assert found == KNOWN.get(variant.key), "check these figures, and put them into KNOWN in this file"


def test_the_solver_agrees_with_retrograde_analysis(solved):
    assert all(solved.solver.worth(position) == worth for position, worth in worths_of(solved).items())


def test_a_game_that_is_not_solved_has_no_exercises():
    assert exercises(ORDER_AND_CHAOS) == ()


def test_positions_of_two_games_are_never_equal():
    starts = [variant.start for variant in VARIANTS.values()]
    assert len(set(starts)) == len(starts)


def test_every_position_is_parsed_as_it_is_written_and_has_a_symbol_for_each_square(variant):
    for position in positions_to_try(variant):
        assert variant.position(position.text) == position
        assert len(position.cells) == variant.squares


def test_every_move_is_parsed_as_it_is_written(variant):
    for move in {move for position in positions_to_try(variant) for move in position.legal_moves}:
        assert variant.read(variant.write(move)) == move
        assert variant.labelled(variant.label(move)) == move
        assert variant.square(move) in range(variant.squares)


def test_a_record_is_its_moves_one_after_another(variant):
    position, moves = variant.start, []
    while position.outcome is None:
        moves.append(position.legal_moves[-1])
        position = position.play(moves[-1])
    assert variant.moves("".join(map(variant.write, moves))) == tuple(moves)


def test_a_square_is_closed_unless_a_move_marks_it(variant):
    for position in positions_to_try(variant):
        assert set(range(variant.squares)) - variant.closed(position) == variant.moves_by_square(position).keys()


def test_each_square_has_its_own_name_and_groups_consist_of_squares(variant):
    assert len({variant.square_name(cell) for cell in range(variant.squares)}) == variant.squares
    for cells in variant.groups.values():
        assert set(cells) < set(range(variant.squares))


def test_symmetries_leave_the_game_unchanged(variant):
    assert variant.symmetries[0].position(variant.start) == variant.start
    for position in positions_to_try(variant):
        for symmetry in variant.symmetries:
            turned = symmetry.position(position)
            assert {symmetry.move(move) for move in position.legal_moves} == set(turned.legal_moves)
            for move in position.legal_moves:
                assert turned.play(symmetry.move(move)) == symmetry.position(position.play(move))
            assert (turned.outcome is None) == (position.outcome is None)
            assert variant.solver is None or variant.solver.worth(turned) == variant.solver.worth(position)


def test_every_computer_player_answers_in_every_unfinished_position(variant):
    for opponent in variant.opponents.values():
        for position in positions_to_try(variant):
            if position.outcome is None:
                moves = opponent.candidates(position)
                assert moves
                assert moves == tuple(move for move in position.legal_moves if move in moves)
