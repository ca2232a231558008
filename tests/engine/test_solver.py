"""Solvers. test_variants.py compares each with retrograde analysis."""

from games.engine.classic import SOLVER
from games.engine.retrograde import worths_of
from games.engine.solver import Tabled, Value
from games.engine.wild import rank
from tests.support.boards import board
from tests.support.order_and_chaos import ORDER_AND_CHAOS


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
