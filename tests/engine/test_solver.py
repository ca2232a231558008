"""The solved game."""

import pytest

from games.engine.classic import SOLVER, ClassicPosition
from games.engine.retrograde import worths_of
from games.engine.solver import Tabled, Value, Worth
from games.engine.wild import rank
from tests.support.boards import board, every_position
from tests.support.order_and_chaos import ORDER_AND_CHAOS


def test_the_game_is_a_draw():
    assert SOLVER.worth(ClassicPosition()) == Worth(Value.DRAW, 0)


@pytest.mark.parametrize(
    ("rows", "value", "plies"),
    [
        ("XX_ OO_ ___", Value.WIN, 1),
        ("XX_ O__ O__", Value.WIN, 1),
        ("X__ ___ _O_", Value.WIN, 5),
        ("XO_ ___ ___", Value.WIN, 5),
        ("XX_ _O_ ___", Value.DRAW, 0),
        ("X_X _O_ X_O", Value.LOSS, 2),
        ("XXX OO_ ___", Value.LOSS, 0),
    ],
)
def test_positions_have_their_known_worth(rows, value, plies):
    assert SOLVER.worth(board(rows)) == Worth(value, plies)


def test_every_position_is_worth_its_best_move():
    for position in every_position():
        if position.legal_moves:
            values = [SOLVER.worth_of(position, cell).value for cell in position.legal_moves]
            assert SOLVER.worth(position).value == max(values)
            assert set(SOLVER.best_moves(position)) <= {
                c for c, v in zip(position.legal_moves, values, strict=True) if v == max(values)
            }


def test_the_quickest_win_is_best():
    assert SOLVER.best_moves(board("XX_ OO_ ___")) == (2,)


def test_the_slowest_loss_is_best():
    # O is lost, but only a block makes X need two more moves.
    lost = board("XO_ ___ X__")
    assert SOLVER.worth(lost) == Worth(Value.LOSS, 4)
    assert SOLVER.best_moves(lost) == (3,)


def test_a_finished_game_has_no_best_move():
    assert SOLVER.best_moves(board("XXX OO_ ___")) == ()


def test_a_table_stores_the_winner_for_any_number_of_plies(tmp_path):
    """In Order and Chaos a side may win through the other side's move."""
    worths, solver = worths_of(ORDER_AND_CHAOS), Tabled("order", rank, ranks=3**9)
    assert any(worth.value is Value.WIN and worth.plies % 2 == 0 for worth in worths.values() if worth.plies)
    solver.path = tmp_path / "order.worths"
    solver.path.write_bytes(solver.table_of(worths))
    assert solver.differs(worths) is None
    solver.path.write_bytes(bytes(3**9))
    solver.forget()
    assert solver.differs(worths) is not None
